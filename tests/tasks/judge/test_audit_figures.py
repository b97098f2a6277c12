"""What people found in an audit sample."""

import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from storage.schemas.errors import BadInput
from tasks.judge.audit_figures import audit_figures

# (people, judge, equality), how often
TABLE = {
    ("right", "right", "right"): 5, ("right", "right", "wrong"): 4, ("right", "wrong", "wrong"): 1, ("wrong", "right", "refused"): 2,
    ("wrong", "wrong", "wrong"): 8,
}  # fmt: skip


def rows(table=TABLE):
    form, key = [], []
    for (people, judge, equality), count in table.items():
        for _ in range(count):
            form.append({"item": f"i{len(form)}", "verdict": people})
            key.append({"item": f"i{len(key)}", "judge": "strict", "judge verdict": judge, "equality": equality})
    return form, key


def test_agreement_with_judge_and_with_equality():
    judge, equality = audit_figures(*rows())
    assert (judge.against, judge.compared, judge.agreed, judge.too_kind, judge.too_strict) == ("strict", 20, 17, 2, 1)
    assert (equality.compared, equality.agreed, equality.too_kind, equality.too_strict) == (20, 15, 0, 5)
    assert judge.kappa == pytest.approx(cohens_kappa([[9, 2], [1, 8]]).kappa)


def test_what_was_left_empty_or_failed_is_not_compared():
    form, key = rows({("right", "failed", "wrong"): 2, ("", "right", "right"): 3, ("YES", "right", "right"): 1})
    judge, equality = audit_figures(form, key)
    assert (judge.compared, judge.kappa, equality.compared) == (1, None, 3)


@pytest.mark.parametrize(
    ("form", "told"), [([{"item": "i0", "verdict": "maybe"}], "'maybe' is no verdict"), ([{"item": "x", "verdict": "right"}], "not in the key")]
)
def test_what_cannot_be_read_is_named(form, told):
    with pytest.raises(BadInput, match=told):
        audit_figures(form, rows()[1])
