"use strict";
// Tables sort by a click on a column's head; the row of totals stays last. Signatures are copied by a button.
(() => {
  const value = (row, place) => row.cells[place].dataset.order ?? row.cells[place].textContent;
  const compare = (a, b, numeric) => {
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
    return numeric ? Number(a) - Number(b) : a.localeCompare(b);
  };
  const sort = (head, place) => {
    const body = head.closest("table").tBodies[0];
    const up = head.getAttribute("aria-sort") !== "ascending";
    const numeric = head.classList.contains("number");
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = [...body.rows].filter((row) => !row.classList.contains("sum"));
    rows.sort((a, b) => {
      const left = value(a, place), right = value(b, place);
      const order = compare(left, right, numeric);
      return up || left === "" || right === "" ? order : -order;
    });
    const sums = [...body.rows].filter((row) => row.classList.contains("sum"));
    body.append(...rows, ...sums);
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = table.tHead.rows[table.tHead.rows.length - 1];  // groups of columns may stand above
    [...heads.cells].forEach((head, place) => {
      if (head.classList.contains("plain")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(head, place));
    });
  }
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement("textarea");
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
  };
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.addEventListener("click", async () => {
      await copy(document.getElementById(button.dataset.copy).textContent);
      const name = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = name; }, 1500);
    });
  }
})();
