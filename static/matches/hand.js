/* The hand by keyboard: arrows move, Enter plays (native button behaviour), digits play the nth
 * card.
 *
 * Up from there, or from a toolbar beside it, goes to the available actions (.action-bar), down
 * back to the hand. [data-hand] holds the cards as buttons. static/js/focus.js moves the focus when
 * a push removes its card.
 */
(() => {
  "use strict";

  const hand = () => document.querySelector("[data-hand]");
  const cards = () => [...(hand()?.querySelectorAll("button.card") ?? [])];

  const next = (key, at, count) => {
    if (key === "ArrowRight") return (at + 1) % count;
    if (key === "ArrowLeft") return (at - 1 + count) % count;
    if (key === "Home") return 0;
    return key === "End" ? count - 1 : -1;
  };

  const act = () => [...document.querySelectorAll(".action-bar button")].find((one) => one.checkVisibility());
  let left = null; // the card from which Up was pressed

  const across = ({ key, target }) => {
    if (key === "ArrowDown" && target.closest?.(".action-bar")) return cards().find((card) => card === left) ?? cards()[0];
    if (key !== "ArrowUp" || !target.closest?.("[data-hand], [role=toolbar]")) return null;
    left = target;
    return act();
  };

  const along = ({ key, target }) => {
    if (!target.closest?.("[data-hand]")) return null;
    const all = cards();
    return all[next(key, all.indexOf(target), all.length)];
  };

  const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  const isTyping = ({ target: at }) => at.matches?.("input, select, textarea") || at.closest?.("[popover]");

  document.addEventListener("keydown", (event) => {
    if (!isPlain(event) || isTyping(event)) return;
    const byNumber = /^[1-9]$/.test(event.key) ? cards()[event.key - 1] : null;
    const there = byNumber ?? across(event) ?? along(event);
    if (!there) return;
    there.focus();
    byNumber?.click();
    event.preventDefault();
  });
})();
