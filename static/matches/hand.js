/* The hand by keyboard: arrows move, Enter plays (a button's own way), digits play the nth card.
 * Up from there, or from a toolbar beside it, goes to what can be done (.action-bar), down back to the hand.
 *
 * [data-hand] holds the cards as buttons. Where the focus goes when a push takes its card away is
 * static/js/focus.js's.
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

  // What is done with the hand; giving up is not among it.
  const act = () => [...document.querySelectorAll(".action-bar button:not([data-way-out])")].find((one) => one.checkVisibility());
  let left = null; // the card that was left upwards

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
