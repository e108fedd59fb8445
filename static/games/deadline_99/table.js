/* Deadline 99: a changed count jumps and shows the difference; losers visibly drop out; seats take
 * what a card wants a player for.
 *
 * Compares the page after each push (or step of a replay) with the page before. static/js/flip.js
 * moves the cards. Nothing moves if --speed is 0.
 */
(() => {
  "use strict";

  const speed = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--speed") || 1);

  const longest = () => Math.min(700, 700 * speed());

  const look = () => {
    const count = document.getElementById("count");
    return {
      count: count && Number(count.textContent),
      ply: Number(document.getElementById("replay")?.dataset.ply ?? NaN),
      out: new Set([...document.querySelectorAll("#stage .seat.is-out")].map((seat) => seat.id)),
    };
  };

  let before = look();

  /* “+9” rises above the count and its label and fades; overlaid on the page so that no morph
   * touches it.
   */
  const float = (count, change) => {
    const box = count.closest(".count-big").getBoundingClientRect();
    const sign = document.createElement("span");
    sign.className = "d99-change";
    sign.dataset.ghost = "";
    sign.setAttribute("aria-hidden", "true");
    sign.textContent = change < 0 ? `−${-change}` : `+${change}`;
    Object.assign(sign.style, { left: `${box.left + box.width / 2}px`, top: `${box.top}px` });
    document.body.append(sign);
    const run = sign.animate(
      [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0, transform: "translateY(-0.6rem)" }],
      { duration: longest(), easing: "ease-out" },
    );
    run.finished.then(() => sign.remove(), () => sign.remove());
  };

  const jump = (change) => {
    const count = document.getElementById("count");
    const rise = change > 0 ? "-0.12em" : "0.12em";
    count.animate(
      [{ transform: "none" }, { transform: `translateY(${rise}) scale(1.22)`, offset: 0.35 }, { transform: "none" }],
      { duration: 420 * speed(), easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
    );
    float(count, change);
  };

  const fall = (seat) => {
    seat.animate(
      [
        { transform: "none", filter: "none", opacity: 1 },
        { transform: "translateX(-0.4rem) rotate(-3deg)", backgroundColor: "#a3271d", offset: 0.12 },
        { transform: "translateX(0.4rem) rotate(3deg)", backgroundColor: "#a3271d", offset: 0.24 },
        { transform: "translateX(-0.3rem) rotate(-2deg)", backgroundColor: "#a3271d", offset: 0.36 },
        { transform: "translateY(1rem) rotate(7deg)", opacity: 0.35, offset: 0.75 },
        { transform: "none", opacity: 1 },
      ],
      { duration: longest(), easing: "ease-in-out" },
    );
  };

  const changed = () => {
    const now = look();
    const [was, change] = [before, now.count - before.count];
    before = now;
    const isLeap = !Number.isNaN(now.ply) && now.ply !== was.ply + 1;
    if (speed() === 0 || isLeap) return;
    if (now.count !== null && was.count !== null && change) jump(change);
    for (const id of now.out) if (!was.out.has(id)) fall(document.getElementById(id));
  };

  document.addEventListener("htmx:after:swap", changed);

  // --- a card that wants a player: while its choice is open, and until the next press, the seats
  // themselves take it ---------------------------------------------------------------------------

  const ATTRIBUTES = ["action", "confirm", "confirmYes"];

  const seatAt = (place) => document.querySelector(`#stage .seats > [data-place="${place}"] > .seat`);

  const offer = (choice) => {
    for (const option of choice.querySelectorAll("[data-place]")) {
      const seat = seatAt(option.dataset.place);
      seat?.classList.add("is-target");
      for (const name of ATTRIBUTES) if (seat && name in option.dataset) seat.dataset[name] = option.dataset[name];
    }
  };

  const withdraw = () => {
    for (const seat of document.querySelectorAll(".seat.is-target")) {
      seat.classList.remove("is-target");
      for (const name of ATTRIBUTES) delete seat.dataset[name];
    }
  };

  const settle = () => {
    withdraw();
    const choice = document.querySelector("#choices > .choice:popover-open");
    if (choice) offer(choice);
  };

  document.addEventListener("toggle", ({ target, newState }) => {
    if (newState === "open" && target.matches?.("#choices > .choice")) settle();
  }, true);
  // After act.js, which has asked for a pressed seat's action by then; other presses withdraw.
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[popovertarget], .choice")) withdraw();
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && withdraw());
  document.addEventListener("htmx:after:swap", settle);
})();
