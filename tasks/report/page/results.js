"use strict";
// Marks of plots say their figure on hover, tap and focus; a switch shows all questions or those without stale ones; tables can be searched.
(() => {
  const tip = document.getElementById("tip");
  const show = (mark) => {
    tip.textContent = mark.dataset.says;
    tip.classList.add("shown");
    const at = mark.querySelector(".shape").getBoundingClientRect();
    const wide = tip.offsetWidth, high = tip.offsetHeight;
    const left = Math.min(Math.max(8, at.left + at.width / 2 - wide / 2), document.documentElement.clientWidth - wide - 8);
    const above = at.top - high - 10;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 4 ? above : at.bottom + 10}px`;
  };
  const hide = () => tip.classList.remove("shown");
  if (tip) {
    for (const mark of document.querySelectorAll(".mark")) {
      for (const name of ["pointerenter", "focus", "click"]) mark.addEventListener(name, () => show(mark));
      for (const name of ["pointerleave", "blur"]) mark.addEventListener(name, hide);
    }
    addEventListener("scroll", hide, { passive: true });
    addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  }
  for (const choice of document.querySelectorAll("input[name=view]")) {
    choice.addEventListener("change", () => { document.body.dataset.show = choice.value; hide(); });
    if (choice.checked) document.body.dataset.show = choice.value;
  }
  const field = document.getElementById("find");
  if (field) {
    const rows = [...document.querySelectorAll("main tbody tr")];
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const count = document.getElementById("found");
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, place) => {
        row.hidden = !words.every((word) => texts[place].includes(word));
        shown += !row.hidden;
      });
      count.textContent = `${shown} of ${rows.length}`;
    });
  }
})();
