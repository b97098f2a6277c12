"""Takes out of an extracted body what is no part of the story: captions, "read more" links, newsletter and share lines,
advertisement marks.

A paragraph goes only when the whole of it is such a line; a long one always stays. The patterns were collected from what newspaper4k leaves
in 145 public pages with human bodies, and widened to the commonest languages.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import takewhile

_LONGEST_LINE = 45  # words; no share line or sign-up line is longer

# Whole-line patterns. Each alternative is anchored at the start of the paragraph.
_LINE = re.compile(
    r"""(?xi) ^\W*(?:
      # advertisement marks, players, comments
      advert(?:isement|orial)?s?\W*$ | publicidad\W*$ | publicidade\W*$ | publicité\W*$ | anzeige\W*$ | werbung\W*$
      | pubblicità\W*$ | advertentie\W*$ | реклама\W*$
      | (?:story|article)?\s*continues?\s(?:reading\s)?below | continue\sreading\W*$ | scroll\sto\scontinue | skip\s(?:past|advert|to)\b
      | comments?\W*$ | \d+\scomments?\W*$ | view\s(?:all\s)?comments | kommentare\W*$ | commentaires\W*$ | comentarios\W*$
      | comentários\W*$
      | this\s(?:slideshow|video|site|page)\srequires\b
      | (?:your\sbrowser\sdoes\snot|please\senable\sjavascript|to\sview\sthis\svideo) | loading\W*$ | tags?\W*$
      | \[/?(?:button|gallery|caption|embed|video)\b
      # newsletters, subscriptions, apps
      | (?:sign|signing)[\s-]up\b(?=.*(?:newsletter|e-?mail|inbox|alert|briefing|stories|account|free|daily|weekly|here|for\b))
      | subscribe\b(?!d)(?=\W*$|.*(?:newsletter|channel|podcast|here|us\b|today|now|to\b))
      | (?:get|receive|want)\s.{0,80}\b(?:in|to|into)\syour\s(?:inbox|e-?mail|mailbox|letterbox)
      | .{0,60}\bnewsletter\b.{0,60}(?:sign\sup|subscribe|inbox) | click\shere\b
      | (?:get|download)\s(?:the|our)\s.{0,40}\bapp\b | join\sour\s(?:newsletter|whatsapp|telegram|mailing|community|channel)
      | (?:support|donate\sto)\s(?:our|independent)\sjournalism
      | (?:suscríbete|suscribase|inscreva-se|assine|abonnez-vous|inscrivez-vous|abonnieren\ssie)\b
      | (?:melden\ssie\ssich|iscriviti|abonneer|подпи(?:сывайтесь|шитесь))\b
      # sharing and following
      | (?:please\s)?shar(?:e|ing)\s(?:this|on|via|is\scaring|the\s(?:story|article|post))(?=(?:\W+\w+){0,6}\W*$) | share\W*$
      | (?:tweet|email|print|copy\slink|whatsapp|facebook|twitter|linkedin|pinterest|reddit)\W*$
      | (?:like\sand\s)?follow\s(?:us|me|@\w+|(?:[@\w'’.]+\s){1,5}on\s
          (?:twitter|facebook|instagram|youtube|x|tiktok|threads|linkedin|bluesky|mastodon|telegram|whatsapp|google))\b
      | (?:like|find|join)\sus\son\b | compart(?:ir|e|ilhe|ilhar)\b.{0,40}$ | partage[rz]\b.{0,30}$ | teilen\W*$ | síguenos\b
      | siga-nos\b | suivez-nous\b | folgen\ssie\suns\b | seguici\b
      # pointers to other pieces
      | (?:read|see|watch|listen|hear|view|learn|find\sout)\s(?:more|also|next|too)\b(?:\W|$)(?!than)
      | read\s(?:this\s)?(?:article|the\sfull\s(?:story|article|report)|:) | also\s(?:read|see|on|watch)\b
      | (?:also|more|related|previously|recommended|see|watch|listen|read)\s?[:|»>→]
      | more\s(?:on\sthis|from|about\sthis|stories|news|coverage)\b.{0,60}$
      | (?:←\s)?(?:previous|newer|older|next)\s(?:story|article|post)\b | back\sto\stop
      | (?:lee|leer|ver|vea|lea)\s(?:también|además|más)\b | (?:leia|veja|saiba)\s(?:também|mais)\b
      | (?:lire|voir)\s(?:aussi|également|plus)\b | (?:lesen\ssie\s(?:auch|mehr)|mehr\szum\sthema|siehe\sauch|auch\sinteressant)\b
      | leggi\s(?:anche|di\spiù)\b | lees\s(?:ook|meer|verder)\b | читайте\sтакже\b
      # credits and notes
      | (?:photos?|image|picture|video|foto|fotos|bild|imagen|crédits?|credits?|quelle|source|fotografía)
        \s?(?:by|credit|courtesy|via|:|/)\s?.{0,100}$
      | \(?(?:photo|image|picture)\s(?:by|credit|courtesy)\b.{0,120}$
      | (?:©|copyright\b|\(c\)\s\d{4}) | all\srights\sreserved
      | if\syou\s(?:enjoyed|liked)\b | .{0,200}\bcontributed\s(?:reporting|to\sthis\s(?:report|story|article))
      | this\s(?:article|story|post)\s(?:was\soriginally|originally|has\sbeen\supdated|contains\saffiliate|may\scontain)
      | .{0,60}\baffiliate\s(?:links?|partnerships|commission) | (?:do\syou\shave|got)\sa\s(?:story|tip|news\stip)\b
      | (?:tempo\sde\sleitura|reading\stime|lesezeit|temps\sde\slecture|\d+\smin(?:ute)?s?\sread)\b
    )""",
)
_CREDIT_END = re.compile(
    r"""(?xi)(?:
      \((?:photo|image|credit|foto|ap\sphoto|via)\b[^)]*\)
      | [/|]\s?(?:getty\simages?|afp|reuters|shutterstock|epa|ap|dpa|istock)\)?
      | getty\simages
    )\s*\W?$""",
)
_LIST_HEAD = re.compile(
    r"""(?xi) ^\W*(?:
      you\s(?:may|might)\s(?:also\s)?(?:like|be\sinterested) | don['’]t\smiss
      | related(?:\s(?:stories|articles|content|topics|news|coverage|links))? | (?:most|top)\s(?:read|popular|viewed|stories)
      | trending(?:\snow)? | recommended(?:\sfor\syou)? | more\s(?:great\s)?(?:\w+\s)?stories | (?:read|up)\snext
      | editor['’]?s['’]?\s(?:picks?|choice) | latest\s(?:news|stories|headlines) | popular\s(?:now|stories)
      | te\spuede\sinteresar | relacionad[oa]s | noticias\srelacionadas | você\spode\sgostar
      | sur\sle\smême\s(?:sujet|thème) | à\slire\saussi | das\skönnte\s(?:sie|dich)\s.{0,20}interessieren
      | mehr\szum\sthema | potrebbe\sinteressarti
    )\W*$""",
)
_CLOCK = re.compile(
    r"\W*(?:\d{1,2}[:.h]\d{2}|\d{1,4}([-./])\d{1,2}\1\d{1,4})(?:\W*\d{1,2}[:.]\d{2})?\W*(?:am|pm|a\.m\.|p\.m\.|uhr|gmt|utc|cet|est|bst)?\W*",
    re.I,
)
_MOST_CLOCKS = 2  # more are the headings of a live blog
_MENU_LINES = 8  # bare labels in a row at the head; fewer may be a title, a section and a by-line
_SENTENCE_END = re.compile(r"[.!?。！？…।։؟»”\"'’)]\s*$")


def clean_body(text: str, *, links: Collection[str] = (), captions: Collection[str] = ()) -> str:
    """The body's paragraphs that belong to the story, separated by a blank line.

    ``links`` and ``captions`` are texts of the page (folded by ``fold``): a paragraph that is nothing but one of them goes.
    Paragraphs that come again go too.
    """
    kept: list[str] = []
    seen: set[str] = set()
    in_list = False
    parts = _without_menu(paragraphs(text))
    clocks = {part for part in parts if _CLOCK.fullmatch(part)}
    if len(clocks) > _MOST_CLOCKS:
        clocks = set()
    for paragraph in parts:
        folded = fold(paragraph)
        headline = not _SENTENCE_END.search(paragraph) and paragraph.count(" ") < 30
        if _LIST_HEAD.match(paragraph):
            in_list = True
            continue
        in_list = in_list and headline
        if (
            in_list
            or paragraph in clocks
            or not folded
            or folded in seen
            or is_aside(paragraph)
            or folded in captions
            or _only_link(paragraph, folded, links)
        ):
            continue
        seen.add(folded)
        kept.append(paragraph)
    return "\n\n".join(kept)


def _without_menu(parts: list[str]) -> list[str]:
    """Without a long run of bare labels at the head, left over from the page's navigation. Further down such a run may be a list of the story's."""
    labels = len(list(takewhile(_is_label, parts)))
    return parts[labels:] if _MENU_LINES <= labels < len(parts) else parts


def _is_label(paragraph: str) -> bool:
    """One to four words that are no sentence, hold no figure, and introduce nothing."""
    if len(paragraph) > 40 or paragraph.count(" ") > 3:
        return False
    return not _SENTENCE_END.search(paragraph) and not any(mark.isdigit() or mark in ":;,–" for mark in paragraph)


def is_aside(paragraph: str) -> bool:
    """Whether the whole paragraph is a share line, sign-up line, credit, advertisement mark or the like."""
    if paragraph.count(" ") >= _LONGEST_LINE:
        return False
    if _LINE.match(paragraph) or (_CREDIT_END.search(paragraph) and paragraph.count(" ") < 40):
        return True
    # Shouted lines without a full stop are links to other pieces on several large sites.
    return paragraph.isupper() and paragraph.count(" ") >= 3 and not _SENTENCE_END.search(paragraph)


def _only_link(paragraph: str, folded: str, links: Collection[str]) -> bool:
    if folded in links:
        return paragraph.count(" ") >= 2
    head, mark, rest = paragraph.partition(": ")
    return bool(mark) and head.count(" ") < 3 and rest.count(" ") >= 3 and fold(rest) in links


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a body with their inner space made even, empty ones left out."""
    return [line for line in (" ".join(part.split()) for part in re.split(r"\n\s*\n", text)) if line]


def fold(text: str) -> str:
    """Text for comparison: lower case, letters and digits only."""
    return "".join(filter(str.isalnum, text.lower()))


def folded_set(texts: Iterable[str]) -> frozenset[str]:
    """The folded forms of texts that are long enough to be told apart from a word of the story."""
    return frozenset(form for form in map(fold, texts) if len(form) >= 12)
