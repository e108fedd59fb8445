/* Put the number of tables that wait for the person on the app's icon, where the site is installed.
 *
 * It is asked for when a page opens or comes to the front, and when a turn begins or ends in sight.
 * Push messages set it while no page is open (service-worker.js).
 */
(() => {
  "use strict";

  const { waiting } = document.documentElement.dataset;
  const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
  if (!isInstalled || !navigator.setAppBadge || window !== window.top) return;

  const turns = () => [
    document.getElementById("stage")?.dataset.myTurn,
    document.getElementById("own-tables")?.textContent,
  ].join();
  let seen = "";

  const tell = async () => {
    seen = turns();
    const answer = await fetch(waiting);
    if (answer.ok) await navigator.setAppBadge((await answer.json()).waiting);
  };
  const quietly = () => tell().catch(() => {}); // offline or not allowed: the number stays

  document.addEventListener("htmx:after:swap", () => turns() !== seen && quietly());
  document.addEventListener("visibilitychange", () => document.hidden || quietly());
  quietly();
})();
