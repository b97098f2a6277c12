"""Month names and their short forms in the languages of news feeds, folded: lower case, no accents, no dots."""

from __future__ import annotations

import unicodedata

# One line a language; "/" parts spellings of one month. Checked against Unicode CLDR's wide and abbreviated forms (format and stand-alone).
_NAMES = {
    "en": "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep october/oct "
    "november/nov december/dec",
    "pt": "janeiro/jan fevereiro/fev marco/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out "
    "novembro/nov dezembro/dez",
    "es": "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sept/sep/set "
    "octubre/oct noviembre/nov diciembre/dic",
    "fr": "janvier/janv fevrier/fevr/fev mars avril/avr mai juin juillet/juil aout/aou septembre/sept octobre/oct novembre/nov "
    "decembre/dec",
    "de": "januar/janner/jan februar/feb/feber marz/maerz/mrz april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt "
    "november/nov dezember/dez",
    "it": "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set/sett ottobre/ott "
    "novembre/nov dicembre/dic",
    "nl": "januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep oktober/okt november/nov "
    "december/dec",
    "sv": "januari/jan februari/feb mars/mar april/apr maj juni/jun juli/jul augusti/aug september/sep oktober/okt november/nov "
    "december/dec",
    "no": "januar/jan februar/feb mars/mar april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt november/nov desember/des",
    "da": "januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep oktober/okt november/nov december/dec",
    "fi": "tammikuuta/tammikuu/tammi helmikuuta/helmikuu/helmi maaliskuuta/maaliskuu/maalis huhtikuuta/huhtikuu/huhti "
    "toukokuuta/toukokuu/touko kesakuuta/kesakuu/kesa heinakuuta/heinakuu/heina elokuuta/elokuu/elo syyskuuta/syyskuu/syys "
    "lokakuuta/lokakuu/loka marraskuuta/marraskuu/marras joulukuuta/joulukuu/joulu",
    "pl": "stycznia/styczen/sty lutego/luty/lut marca/marzec/mar kwietnia/kwiecien/kwi maja/maj czerwca/czerwiec/cze "
    "lipca/lipiec/lip sierpnia/sierpien/sie wrzesnia/wrzesien/wrz pazdziernika/pazdziernik/paz - grudnia/grudzien/gru",
    "cs": "ledna/leden/led unora/unor/uno brezna/brezen/bre dubna/duben/dub kvetna/kveten/kve cervna/cerven/cvn "
    "cervence/cervenec/cvc srpna/srpen/srp zari/zar rijna/rijen/rij listopadu prosince/prosinec/pro",
    "ro": "ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie/iun iulie/iul august/aug septembrie/sept octombrie/oct "
    "noiembrie/noi/nov decembrie/dec",
    "hu": "januar/jan februar/feb/febr marcius/marc aprilis/apr majus/maj junius/jun julius/jul augusztus/aug szeptember/szept "
    "oktober/okt november/nov december/dec",
    "tr": "ocak/oca subat/sub mart/mar nisan/nis mayis/may haziran/haz temmuz/tem agustos/agu eylul/eyl ekim/eki kasim/kas aralik/ara",
    "id": "januari/jan februari/feb/peb maret/mar april/apr mei juni/jun juli/jul agustus/agu/agt/ags september/sep oktober/okt "
    "november/nov/nop desember/des",
    "ca": "gener/gen febrer/febr marc/març abril/abr maig juny juliol/jul agost/ag setembre/set octubre/oct novembre/nov desembre/des",
    "ru": "января/январь/янв февраля/февраль/фев/февр марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн июля/июль/июл "
    "августа/август/авг сентября/сентябрь/сен/сент октября/октябрь/окт ноября/ноябрь/ноя/нояб декабря/декабрь/дек",
    "uk": "січня/січень/січ лютого/лютий/лют березня/березень/бер квітня/квітень/квіт травня/травень/трав червня/червень/черв "
    "липня/липень/лип серпня/серпень/серп вересня/вересень/вер жовтня/жовтень/жовт листопада/листопад/лист "
    "грудня/грудень/груд",
    "el": "ιανουαριου/ιανουαριος/ιαν φεβρουαριου/φεβρουαριος/φεβ μαρτιου/μαρτιος/μαρ απριλιου/απριλιος/απρ μαιου/μαιος/μαι "
    "ιουνιου/ιουνιος/ιουν ιουλιου/ιουλιος/ιουλ αυγουστου/αυγουστος/αυγ σεπτεμβριου/σεπτεμβριος/σεπ οκτωβριου/οκτωβριος/οκτ "
    "νοεμβριου/νοεμβριος/νοε δεκεμβριου/δεκεμβριος/δεκ",
}
# November in Polish and Czech, October in Croatian: read only where the feed's language is known.
_BY_LANGUAGE = {
    "listopad": {"pl": 11, "cs": 11, "hr": 10, "bs": 10},
    "listopada": {"pl": 11, "hr": 10, "bs": 10},
    "lis": {"pl": 11, "cs": 11, "hr": 10, "bs": 10},
}


def fold(word: str) -> str:
    """Lower case, without accents and dots."""
    plain = unicodedata.normalize("NFKD", word.replace("ı", "i").lower())
    return "".join(c for c in plain if not unicodedata.combining(c)).replace(".", "")


_MONTHS = {
    fold(name): number
    for line in _NAMES.values()
    for number, names in enumerate(line.split(), 1)
    for name in names.split("/")
    if name != "-"
}


def month_number(word: str, language: str | None = None) -> int | None:
    """1 to 12, or None for a word that is no month, or one whose month depends on a language we were not told."""
    word = fold(word)
    if word in _BY_LANGUAGE:
        return _BY_LANGUAGE[word].get((language or "").lower()[:2])
    return _MONTHS.get(word)
