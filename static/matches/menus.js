/* Menus beside a card: placed next to the control that opened them, usable by keyboard.
 *
 * A control has popovertarget="id", the menu popover and class "choice"; the browser opens and
 * closes it (click, Enter, Escape, a click elsewhere) and returns focus. Kibitz.place(box, anchor)
 * positions a popover on a wide screen (static/matches/match.css): --x and --y from the window's
 * left and bottom edge, --w its width; above the anchor, else below it, or over it if the window is
 * too low for both. On a phone it is a sheet at the bottom.
 */
(() => {
  "use strict";

  const GAP = 12;
  const WIDTH = 20;
  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

  // A popover about to open has no size yet.
  const heightOf = (box) => {
    box.style.display = "grid";
    const height = box.offsetHeight;
    box.style.removeProperty("display");
    return height;
  };

  const place = (box, anchor) => {
    const at = anchor.getBoundingClientRect();
    const width = Math.min(WIDTH * rem(), innerWidth - 2 * GAP);
    const left = Math.min(Math.max(at.left + at.width / 2 - width / 2, GAP), innerWidth - width - GAP);
    box.style.setProperty("--w", `${width}px`);
    const above = innerHeight - at.top + GAP;
    const highest = innerHeight - heightOf(box) - GAP;
    box.style.setProperty("--x", `${left}px`);
    box.style.setProperty("--y", `${Math.max(GAP, above > highest ? highest - at.bottom : above)}px`);
  };

  document.addEventListener("beforetoggle", (event) => {
    const box = event.target;
    if (event.newState !== "open" || !box.matches?.(".choice")) return;
    const opener = document.querySelector(`[popovertarget="${box.id}"]`);
    if (opener) place(box, opener);
  }, true);

  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const menu = event.target.closest?.(".choice");
    if (!step || !menu) return;
    const buttons = [...menu.querySelectorAll("button")];
    const next = buttons.indexOf(event.target) + step;
    buttons[(next + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  });

  window.Kibitz = Object.assign(window.Kibitz || {}, { place });
})();
