/* One's own part of an event's draws: drawn here when one enters (form input[name=contribution]).
 *
 * As long as one entry's part comes from its own browser, nobody who keeps the event's secret chose
 * the draws beforehand. See docs/tournaments.md, "Draws".
 */
(() => {
  "use strict";

  const draw = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0")).join("");

  document.addEventListener("submit", ({ target }) => {
    const input = target.querySelector("input[name=contribution]");
    if (input) input.value ||= draw();
  }, true);
})();
