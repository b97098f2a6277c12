"""Wordings by which pages that are no articles give themselves away: price notices, missing pages, robot checks, consent dialogues,
live blogs."""

from __future__ import annotations

import re

_X = re.IGNORECASE | re.VERBOSE

PAYWALL = re.compile(
    r"""
    subscribe\s(?:now\s|today\s)?to\s(?:continue|keep|read|unlock|access|get\sfull)
    | (?:subscribe|log\sin|sign\sin|register)\s(?:or\s\w+(?:\s\w+)?\s)?to\s(?:continue|keep)\sreading
    | to\s(?:continue|keep)\sreading\b.{0,60}\b(?:subscri|log\s?in|sign\s?(?:in|up)|register|account)
    | to\sread\sthe\s(?:full|rest|whole)\b.{0,60}\b(?:subscri|log\s?in|sign\s?in|register|member)
    | (?:article|content|story|page)\sis\s(?:only\s)?(?:for|available\sto|exclusive(?:ly)?\s(?:for|to|available\sto)|reserved\sfor
        |limited\sto)\s(?:our\s|paying\s|registered\s)*(?:subscribers|members|premium)
    | (?:subscribers?|members?)[-\s]only\s(?:article|content|story) | for\ssubscribers\sonly | unlock\sthis\s(?:article|story)
    | this\sis\sa\spremium\sarticle
    | you(?:['’]ve|\shave)\s(?:reached|read|used)\s.{0,30}\b(?:free\s)?(?:articles|limit)
    | nur\sfür\sabonnent | exklusiv\sfür\sabonnent | jetzt\sweiterlesen | weiterlesen\smit\b | artikel\sist\skostenpflichtig
    | réservée?\saux\sabonnés | abonnez-vous\spour\s(?:lire|continuer)
    | il\svous\sreste\s.{0,20}\sà\slire | (?:solo|exclusivo)\spara\ssuscriptores | suscríbete\spara\s(?:seguir|leer|continuar)
    | exclusiv[oa]\spara\sassinantes | assine\spara\s(?:continuar|ler)
    | riservat[oa]\sagli\sabbonati | alleen\svoor\sabonnees | только\sдля\sподписчиков | 会員限定 | 有料会員
    """,
    _X,
)
NOT_FOUND = re.compile(
    r"""
    \b(?:page|article|story|content|url|link|site)\b.{0,40}\b(?:not\sfound|(?:is|was|has\sbeen)?\s?(?:no\slonger|not)\s(?:available|exists?|here)|cannot\sbe\sfound|could\s?n[o']?t\sbe\sfound|does\s?n[o']?t\sexist|(?:has\sbeen|was)\s(?:removed|deleted|taken\sdown|unpublished))
    | (?:can['’]?t|cannot|could\s?n[o'’]?t|unable\sto)\s(?:find|locate)\s(?:the|that|this|your)\s(?:page|article|story|content) |
    \b(?:error\s)?404\b(?:\serror)? | page\smissing | nothing\s(?:was\s)?found\shere | seite\s(?:wurde\s)?nicht\sgefunden |
    (?:page|article)\s(?:introuvable|non\strouvée?) | página\s(?:no\s(?:encontrada|existe)|não\s(?:encontrada|existe)) |
    pagina\snon\strovata | pagina\sniet\sgevonden | страница\sне\sнайдена | 页面不存在 | ページが見つかりません
    """,
    _X,
)
ROBOT = re.compile(
    r"""
    just\sa\smoment\b | are\syou\s(?:a\srobot|human) | verify\s(?:that\s)?you\s(?:are|['’]re)\s(?:a\s)?(?:human|not\sa\srobot)
    | enable\sjavascript\s(?:and\scookies\s)?to\s(?:continue|proceed|view|use)
    | (?:please\s)?(?:enable|turn\son)\s(?:js|javascript)\sand\s(?:disable|cookies)
    | access\s(?:to\sthis\s(?:page|site)\s(?:has\sbeen|is)\s)?denied | pardon\sour\sinterruption
    | unusual\s(?:traffic|activity)\sfrom
    | checking\s(?:your|if\sthe\ssite)\s(?:browser|connection)\b | security\scheck\sto\saccess | complete\sthe\scaptcha
    | request\sunsuccessful | you\shave\sbeen\sblocked
    """,
    _X,
)
CONSENT_TERMS = re.compile(
    r"""
    (?P<cookie>\bcookies?\b) | (?P<consent>\bconsent|\beinwilligung|\bconsentement|\bconsentimiento|\bconsentimento|\btoestemming)
    | (?P<policy>privacy\s(?:policy|notice|settings|center|choices)|datenschutz|politique\sde\sconfidentialité|política\sde\sprivaci)
    | (?P<partners>\b(?:our|advertising|trusted|\d+)\s(?:partners|vendors)\b|\bpartner(?:s|n|naires)\b)
    | (?P<interest>legitimate\sinterest|berechtigtes\sinteresse|intérêt\slégitime|interés\slegítimo)
    | (?P<accept>\b(?:accept|reject|agree|allow|decline)\s(?:all|and|to)\b|alle\sakzeptieren|tout\saccepter|aceptar\stodo|accetta)
    | (?P<choices>manage\s(?:options|preferences|settings|cookies|choices)|more\soptions|einstellungen
        |personalise\s(?:ads|content|advertising)|personali[sz]ed\s(?:ads|content|advertising))
    | (?P<data>\bpersonal\sdata|personenbezogene|données\spersonnelles|datos\spersonales)
    | (?P<store>store\s(?:and/or|and|or)\saccess\sinformation|on\s(?:a|your)\sdevice|measure\s(?:ad|audience|engagement)
        |geolocation\sdata|site\susage)
    | (?P<before>before\syou\scontinue)
    """,
    _X,
)
LIVE_TITLE = re.compile(
    r"""
    ^\W*live\s?(?:[:|–—-]|updates?\b|blog\b) | \blive\s(?:updates?|blog|coverage|ticker|text)\b
    | [–—:|-]\s?(?:live|as\sit\shappened|latest\supdates)\W*$ | \bas\sit\shappened\W*$ | \bliveblog\b | \blive-?ticker\b
    | \ben\s(?:direct|vivo)\s*[:|–—-] | ^\W*(?:direct|directo|en\svivo|en\sdirect|ao\svivo|diretta)\s?[:.|–—-]
    """,
    _X,
)
LIVE_PATH = re.compile(
    r"/(?:live|live-?blogs?|live-?news|live-?updates?|liveticker|en-?direct|en-?vivo|ao-?vivo)(?:/|$)|[-/]live-?(?:blog|updates?|coverage|ticker)\b|-live$",
    re.IGNORECASE,
)
