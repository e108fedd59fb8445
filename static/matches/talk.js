/* Table talk: the list stays scrolled to its end, and a seat's message floats over it briefly.
 *
 * #talk-list holds the messages, each [id][data-seat]; the seat is #seat-<number>. The bubble is
 * visual only: the list is the live region and announces the message once.
 */
(() => {
  "use strict";

  const LASTS = 5000;
  const HEADER = 56; // px: no bubble covers the page header
  const list = () => document.getElementById("talk-list");
  const known = new Set();
  let atEnd = true;

  const bubble = (said) => {
    const seat = document.getElementById(`seat-${said.dataset.seat}`);
    const sign = said.querySelector(".said__sign");
    // On a phone figures and cards are all round a seat: a reaction lies over the name.
    const name = sign && matchMedia("(width < 48rem)").matches && seat?.querySelector("[class$=__name]");
    const box = (name || seat)?.getBoundingClientRect();
    if (!box?.width || document.hidden) return;
    document.querySelector(`.talk-bubble[data-of="${said.dataset.seat}"]`)?.remove();
    const note = document.createElement("p");
    note.className = "talk-bubble";
    note.dataset.of = said.dataset.seat;
    note.setAttribute("aria-hidden", "true");
    note.textContent = (sign ?? said.querySelector(".said__text")).textContent;
    note.classList.toggle("is-sign", Boolean(sign));
    note.classList.toggle("is-over", !!name);
    // Seats that contain a whole board show the bubble inside, beside the name: the space above or
    // below belongs to another seat.
    const isBelow = box.top < 120 || box.height > 100;
    note.classList.toggle("is-below", isBelow);
    document.body.append(note);
    // The window's edge may push the bubble aside; its tip stays at the seat.
    const half = note.offsetWidth / 2;
    const middle = box.left + box.width / 2;
    const x = Math.min(Math.max(middle, half + 8), window.innerWidth - half - 8);
    const tip = Math.min(Math.max(middle - x, 16 - half), half - 16);
    note.style.setProperty("--x", `${x}px`);
    note.style.setProperty("--tip", `${tip}px`);
    note.style.setProperty("--y", `${name ? (box.top + box.bottom) / 2 : isBelow ? Math.max(HEADER, Math.min(box.bottom, box.top + 40)) : box.top}px`);
    setTimeout(() => note.remove(), LASTS);
  };

  const look = (isFirst) => {
    for (const said of list()?.querySelectorAll(".said") ?? []) {
      if (known.has(said.id)) continue;
      known.add(said.id);
      if (!isFirst && said.dataset.seat) bubble(said);
    }
    if (list() && atEnd) list().scrollTop = list().scrollHeight;
  };

  document.addEventListener("scroll", ({ target }) => {
    if (target === list()) atEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 30;
  }, true);
  document.addEventListener("htmx:after:swap", () => look(false));
  look(true);
})();
