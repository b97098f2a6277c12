"""The part of a model's reply in which its choice is looked for: plain text, without thinking, mark-up and invented further questions.

Everything after an unclosed ``<think>`` is thinking: a reply cut off in it has no answer. Base models run on after their answer and invent
the next question with an answer of its own; the text ends where such a question begins.
"""

from __future__ import annotations

import re
import unicodedata

_THINKING = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THINKING_END = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
_QUOTES = str.maketrans("‘’‚“”„«»「」『』", "'''\"\"\"\"\"\"\"\"\"")
_STRUCK = re.compile(r"~~.*?~~|<(del|s|strike)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_ANSWER_TAG = re.compile(r"<(?:final_?)?answer>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9_]*\s*/?>", re.IGNORECASE)
_WRAPPER = re.compile(r"\\(?:text|textbf|textit|textrm|mathbf|mathrm|mathsf|mathit|mathtt|mbox|bf|rm)\s*\{([^{}]*)\}")
_BOXED = re.compile(r"\\(?:boxed|fbox)\s*\{")
_MATH = re.compile(r"\\[()\[\],;! ]|(?<!\\)\$(?=[\s({\[\\]*[A-Za-z][\s)}\]]*\$)|(?<=[A-Za-z)\]}])\$")
_EMPHASIS = re.compile(r"\*+|`+|(?<![A-Za-z0-9])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![A-Za-z0-9{])|^[#>]+ ?", re.MULTILINE)
_NEXT_QUESTION = re.compile(
    r"\n\W{0,8}(?:next |new |another )?(?:question|q|problem|pregunta|pergunta|frage|问题)\s*(?:#?\s*\d+)?\s*[:.)]"
    r"|\n\W{0,8}(?:human|user|assistant|instruction|input)\s*:"
    r"|<\|(?:im_start|im_end|eot_id|endoftext|start_header_id|user|end)\|>|\[/?INST\]|</s>",
    re.IGNORECASE,
)


_LONGEST, _HEAD = 20_000, 4_000


def plain_reply(text: str) -> str:
    """``text`` as it is searched for a choice: NFKC, plain quotes, without invisible characters, thinking, struck-out words, mark-up.

    LaTeX's ``boxed`` becomes ``boxed: ...`` on a line of its own. Of a reply over 20,000 characters the first 4,000 and the last 16,000
    count.
    """
    if len(text) > _LONGEST:
        text = f"{text[:_HEAD]}\n{text[_HEAD - _LONGEST :]}"
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).translate(_QUOTES)
    if "<" in text:
        text = _THINKING_END.sub("", _THINKING.sub("", text))
    text = _before_next_question(text.replace("\r\n", "\n"))
    if "~~" in text or "<" in text:
        text = _TAG.sub("", _ANSWER_TAG.sub("\nAnswer: ", _STRUCK.sub("", text)))
    if "\\" in text or "$" in text:
        text = _without_latex(text)
    return _EMPHASIS.sub("", text).strip()


def _before_next_question(text: str) -> str:
    """The text up to the first mark of a further question that follows something. A reply may open by repeating the one asked."""
    body = text.lstrip()
    for mark in _NEXT_QUESTION.finditer(body):
        if mark.start() > 0:
            return body[: mark.start()]
    return body


def _without_latex(text: str) -> str:
    for _ in range(3):  # wrappers stand in wrappers
        unwrapped = _WRAPPER.sub(r"\1", text)
        if unwrapped == text:
            break
        text = unwrapped
    text = _MATH.sub("", text)
    out, at = [], 0
    while box := _BOXED.search(text, at):
        end = _closing(text, box.end())
        out += [text[at : box.start()], f"\nboxed: {text[box.end() : end]}\n"]
        at = end + 1
    return "".join(out) + text[at:]


def _closing(text: str, at: int) -> int:
    """Where the brace that was opened before ``at`` closes; the end of the text if it never does."""
    depth = 1
    for position in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position
    return len(text)
