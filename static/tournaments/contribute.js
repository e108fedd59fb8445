/* One's own contribution to an event's draws: drawn here on entry (form
 * input[name=contribution]).
 *
 * As long as one entry's contribution comes from its own browser, nobody who holds the event's
 * secret can have chosen the draws beforehand. See docs/tournaments.md, "Draws".
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
