/* Laying cards: select them in the hand, and the places where they may go light up.
 *
 * Markup (templates/games/zombie_rummy): the hand's cards are buttons with aria-pressed and their
 * face in `value`; [data-move="faces"] is a control for one action, hidden until exactly these
 * faces are selected (data-again: an identical one is already offered); its data-to names the
 * [data-target] that takes the cards, whose own [data-pick] button then appears and posts the same
 * action. [data-select="faces"] selects a set. Nothing here knows the rules: the server listed
 * every move. act.js does the posting.
 */
(() => {
  "use strict";

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const hand = () => document.querySelector(".zr-hand");
  const cards = () => (hand() ? all("button.card", hand()) : []);
  const isSelected = (card) => card.getAttribute("aria-pressed") === "true";
  const select = (card, on) => card.setAttribute("aria-pressed", String(on));
  const key = () => cards().filter(isSelected).map((card) => card.value).join(" ");

  const offer = (move, wanted) => {
    const fits = wanted !== "" && move.dataset.move === wanted;
    move.hidden = !fits || move.hasAttribute("data-again");
    return fits;
  };

  const light = (move) => {
    const target = document.querySelector(`[data-target="${move.dataset.to}"]`);
    const pick = target && all("[data-pick]", target).find((button) => button.parentElement === target);
    if (!pick) return;
    pick.hidden = false;
    pick.setAttribute("aria-label", move.textContent);
    for (const name of ["action", "confirm", "confirmYes"]) {
      if (move.dataset[name]) pick.dataset[name] = move.dataset[name];
    }
    target.classList.add("is-target");
  };

  const darken = () => {
    for (const pick of all("[data-pick]")) {
      pick.hidden = true;
      for (const name of ["action", "confirm", "confirmYes"]) delete pick.dataset[name];
    }
    for (const target of all(".is-target")) target.classList.remove("is-target");
  };

  // The hint for the selection: what to do, what the single card does, or that nothing fits.
  const say = (wanted, fitting) => {
    const hint = document.getElementById("zr-hint");
    if (!hint) return;
    const chosen = cards().filter(isSelected);
    let words = chosen.length === 1 ? chosen[0].title : "";
    if (!wanted) words = hint.dataset.none;
    else if (!fitting && !words) words = hint.dataset.unfit;
    const said = hint.firstElementChild; // data-keep: not announced again
    if (said.textContent !== words) said.textContent = words;
  };

  // On a phone the others' boards are strips: a tap opens one, and closes it again.
  let opened = null;

  const open = (id) => {
    opened = id;
    for (const board of all(".zr-boards .zr-board")) {
      board.classList.toggle("is-opened", board.id === id);
      board.firstElementChild.setAttribute("aria-expanded", String(board.id === id));
    }
  };

  const refresh = () => {
    darken();
    const wanted = key();
    const fitting = all("[data-move]").filter((move) => offer(move, wanted));
    fitting.forEach(light);
    const clear = document.getElementById("zr-clear");
    if (clear) clear.hidden = !wanted;
    say(wanted, fitting.length > 0);
    for (const found of all("[data-select]")) {
      found.setAttribute("aria-pressed", String(found.dataset.select === wanted));
    }
  };

  const selectOnly = (faces) => {
    const left = [...faces];
    for (const card of cards()) {
      const at = left.indexOf(card.value);
      if (at >= 0) left.splice(at, 1);
      select(card, at >= 0);
    }
    refresh();
  };

  document.addEventListener("click", ({ target }) => {
    const card = target.closest(".zr-hand button.card");
    const set = target.closest("[data-select]");
    if (card) select(card, !isSelected(card));
    else if (set) return selectOnly(set.dataset.select === key() ? [] : set.dataset.select.split(" "));
    else if (target.closest("[data-clear]")) return selectOnly([]);
    else if (target.matches(".zr-board__open")) {
      const board = target.parentElement;
      open(board.id === opened ? null : board.id);
      return board.scrollIntoView({ block: "nearest" });
    }
    else return;
    refresh();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && key() && !event.target.closest?.("[popover]")) selectOnly([]);
  });

  // Deselect what was played, even if an equal card may have taken its place.
  document.addEventListener("kibitz:played", () => selectOnly([]));

  // Collapse open scores when the result arrives.
  let live = false;

  const changed = () => {
    if (opened) open(opened);
    refresh();
    const wasLive = live;
    live = document.getElementById("stage")?.dataset.stage === "live";
    if (wasLive && !live) document.getElementById("zr-scores")?.togglePopover(false);
  };

  document.addEventListener("htmx:after:swap", changed);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", changed);
  else changed();
})();
