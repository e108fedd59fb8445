/* The console's lists: search and filter hide rows; a redrawn page is filtered anew. */
(() => {
  "use strict";

  const sift = (form) => {
    const list = document.getElementById(form.dataset.sifts);
    const words = form.querySelector("[type=search]").value.trim().toLocaleLowerCase();
    const state = form.querySelector("select")?.value ?? "";
    let shown = 0;
    for (const row of list?.children ?? []) {
      const fits = row.dataset.find.toLocaleLowerCase().includes(words);
      row.hidden = !fits || !` ${row.dataset.state ?? ""} `.includes(state && ` ${state} `);
      shown += row.hidden ? 0 : 1;
    }
    form.querySelector("output").textContent = shown;
  };

  const siftAll = () => document.querySelectorAll("[data-sifts]").forEach(sift);

  document.addEventListener("input", ({ target }) => {
    const form = target.closest("[data-sifts]");
    if (form) sift(form);
  });
  document.addEventListener("htmx:after:swap", siftAll);
  siftAll();
})();
