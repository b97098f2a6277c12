// Keys for quick work, and drafts that outlive a closed tab. Every page works without this file.
"use strict";
(() => {
  const form = document.querySelector("form");
  const draft = document.body.dataset.draft;
  const store = (() => { try { return window.localStorage; } catch { return null; } })();

  // A page that comes after a form was sent, and is not that form again, shows that it has arrived: its draft is done with.
  const sent = store && sessionStorage.getItem("sent");
  if (sent && draft && sent !== draft) { store.removeItem(sent); sessionStorage.removeItem("sent"); }
  if (!form) return;

  const fields = () => [...form.elements].filter((field) => field.type === "radio" || field.tagName === "TEXTAREA");
  if (store && draft) {
    const kept = JSON.parse(store.getItem(draft) || "{}");
    for (const field of fields()) {
      if (!(field.name in kept)) continue;
      if (field.type === "radio") field.checked = field.value === kept[field.name]; else field.value = kept[field.name];
    }
    form.addEventListener("input", () => {
      const now = {};
      for (const field of fields()) if (field.type !== "radio" || field.checked) now[field.name] = field.value;
      store.setItem(draft, JSON.stringify(now));
    });
  }
  form.addEventListener("submit", (event) => {
    // A second press sends nothing twice; the server would take it well all the same.
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    if (store && draft) sessionStorage.setItem("sent", draft);
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  const groups = [...form.querySelectorAll("fieldset")];
  const open = () => groups.find((group) => group.contains(document.activeElement))
    || groups.find((group) => !group.querySelector("input:checked")) || groups[0];
  const enter = (group) => {
    if (!group) return;
    (group.querySelector("input:checked") || group.querySelector("input")).focus({ preventScroll: true });
    group.scrollIntoView({ block: groups.length > 1 ? "center" : "nearest" });
  };
  const follow = (rel) => { const link = document.querySelector(`a[rel=${rel}]`); if (link) link.click(); };
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); form.requestSubmit(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "TEXTAREA") return;
    const group = open();
    if (/^[1-9]$/.test(event.key) && group) {
      const radio = group.querySelector(`input[data-key="${event.key}"]`);
      if (!radio) return;
      radio.checked = true;
      radio.dispatchEvent(new Event("input", { bubbles: true }));
      enter(groups.length > 1 ? groups[groups.indexOf(group) + 1] || group : group);
    } else if (event.key === "c" && groups.length === 1) {
      event.preventDefault(); document.getElementById("comment").focus();
    } else if (event.key === "j") { enter(groups[groups.indexOf(group) + 1]);
    } else if (event.key === "k") { enter(groups[groups.indexOf(group) - 1]);
    } else if (event.target.type !== "radio" && event.key === "ArrowLeft") { follow("prev");
    } else if (event.target.type !== "radio" && event.key === "ArrowRight") { follow("next"); }
  });
})();
