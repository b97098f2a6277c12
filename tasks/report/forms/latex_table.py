r"""A table as LaTeX for a paper: ``\usepackage{booktabs}`` is all it needs. Everything from outside is escaped, so that no name can run a command."""

from __future__ import annotations

import re

from tasks.report.results.table import Table, text_of

_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "–": "--", "—": "---", "−": "$-$", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    '"': r"\textquotedbl{}", "…": r"\ldots{}", "≥": r"$\ge$", "±": r"$\pm$",
}  # fmt: skip
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def latex_table(table: Table, *, cite: str = "") -> str:
    """A ``table`` environment with caption, label and notes. ``cite``: what stands last in the notes, such as the signature."""
    head = [_names(table)]
    if table.grouped:
        head = [*_groups(table), *head]
    rows = [" & ".join(latex(text_of(c, v)) for c, v in zip(table.columns, row, strict=True)) + r" \\" for row in table.rows]
    notes = [*(f"Mind: {warning}" for warning in table.warnings), *table.notes, *([cite] if cite else [])]
    lines = [
        r"\begin{table}[t]", r"\centering\small", rf"\caption{{{latex(table.title)}. {latex(table.about)}}}", rf"\label{{tab:okbench-{_label(table.key)}}}",
        rf"\begin{{tabular}}{{{''.join('r' if column.numeric else 'l' for column in table.columns)}}}", r"\toprule", *head, r"\midrule",
        *(rows or [rf"\multicolumn{{{len(table.columns)}}}{{l}}{{{latex(table.empty)}}} \\"]), r"\bottomrule", r"\end{tabular}",
        *([r"\par\smallskip\raggedright\footnotesize " + " ".join(latex(note) for note in notes)] if notes else []), r"\end{table}",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def latex(text: str) -> str:
    """A text from outside as LaTeX."""
    return "".join(_SIGNS.get(sign, sign) for sign in _CONTROL.sub(" ", text))


def _names(table: Table) -> str:
    return " & ".join(latex(column.name) for column in table.columns) + r" \\"


def _groups(table: Table) -> list[str]:
    cells, rules, place = [], [], 1
    for name, span in table.groups:
        cells.append(rf"\multicolumn{{{span}}}{{c}}{{{latex(name)}}}" if name else " & ".join([""] * span))
        if name:
            rules.append(rf"\cmidrule(lr){{{place}-{place + span - 1}}}")
        place += span
    return [" & ".join(cells) + r" \\", " ".join(rules)]


def _label(key: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", key.casefold()).strip("-")

