"""The eight outlets of the sample newspaper: name, feed format, and how each writes dates."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlet:
    """``format`` is rss, atom or rdf; ``hours_east`` the offset that its feed writes dates in."""

    outlet_id: str
    name: str
    format: str
    category: str
    language: str = "en"
    hours_east: int = 0


OUTLETS = {
    o.outlet_id: o
    for o in (
        Outlet(outlet_id="courier", name="The Tarnhavn Courier", format="rss", category="general"),
        Outlet(outlet_id="morning-post", name="Bryndal Morning Post", format="rss", category="general", hours_east=2),
        Outlet(outlet_id="wire", name="Oskel Wire", format="atom", category="general"),
        Outlet(outlet_id="northlight", name="Northlight Business", format="atom", category="business", hours_east=-5),
        Outlet(outlet_id="sports-daily", name="Lisvik Sports Daily", format="rss", category="sports"),
        Outlet(outlet_id="signal-gear", name="Signal & Gear", format="rdf", category="technology"),
        Outlet(outlet_id="talmere-review", name="The Talmere Review", format="rdf", category="culture", hours_east=1),
        Outlet(outlet_id="gaceta", name="Gaceta de Puerto Lirio", format="rss", category="international", language="es", hours_east=-4),
    )
}
