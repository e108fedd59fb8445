/* A study room: the leader's steps are reported to the server, and followers move along.
 *
 * #study (pushed) says whether that is us (data-leads, data-lead-url), and while the leader is in
 * this chapter, where (data-ply, data-eyes). A follower requests the position like any step, so
 * that each is shown what they may see; into another chapter the whole page goes along. Anybody who
 * takes a step of their own explores independently until they press #study-follow.
 *
 * data-tasks changes when a task begins or ceases to hide something: the position is then requested
 * again.
 */
(() => {
  "use strict";

  const study = () => document.getElementById("study");
  const replay = () => document.getElementById("replay");
  const frame = document.getElementById("replay-frame");
  const leads = () => "leads" in study().dataset;
  const isHere = () => "ply" in study().dataset;
  const led = () => `${study().dataset.ply} ${study().dataset.eyes}`;
  const here = () => `${replay().dataset.ply} ${replay().dataset.eyes}`;

  const roomUrl = study().dataset.roomUrl;
  const asked = new URLSearchParams(location.search).get("ply");
  let following = asked === null ? isHere() || location.pathname === roomUrl : led() === here();
  let taken = false; // a request of ours in progress, which this person's own step waits for
  let telling = false;
  let leading = leads();
  let wanted = replay().dataset.tasks;

  const addressOf = () => {
    const query = new URLSearchParams({ ply: study().dataset.ply, as: study().dataset.eyes });
    if (new URLSearchParams(location.search).has("open")) query.set("open", "1");
    return `${replay().dataset.base}?${query}`;
  };

  const show = () => {
    const button = document.getElementById("study-follow");
    if (!button) return;
    button.querySelector("[data-label]").textContent = following ? button.dataset.following : button.dataset.own;
    button.setAttribute("aria-pressed", String(following));
  };

  const go = async (url) => {
    taken = true;
    await htmx.ajax("GET", url, { source: frame });
    taken = false;
    history.replaceState(null, "", replay().dataset.at);
  };

  const follow = async () => {
    if (leads() || !following || taken || !document.getElementById("study-follow")) return;
    if (!isHere()) return location.assign(roomUrl);
    if (led() === here()) return;
    await go(addressOf());
    await renew(); // for a task set meanwhile
    if (led() !== here()) setTimeout(follow, 300);
  };

  // Once for each change: where two come at once, the position may be that of the newer one.
  const renew = async () => {
    if (study().dataset.tasks === wanted || taken) return;
    wanted = study().dataset.tasks;
    if (wanted !== replay().dataset.tasks) await go(replay().dataset.at);
    renew();
  };

  // One at a time; changes in the meantime are reported afterwards.
  const lead = async () => {
    if (!leads() || telling || led() === here()) return;
    telling = true;
    const told = here();
    const values = { ply: replay().dataset.ply, as: replay().dataset.eyes };
    await htmx.ajax("POST", study().dataset.leadUrl, { source: study(), swap: "none", values });
    telling = false;
    if (here() !== told) lead();
  };

  document.addEventListener("htmx:before:request", ({ detail }) => {
    if (detail.ctx.sourceElement === frame || leads() || detail.ctx.target !== replay()) return;
    following = false;
    show();
  });
  document.addEventListener("htmx:after:swap", async ({ detail }) => {
    if (detail.ctx.target === replay()) return lead();
    show();
    if (leads() && !leading) lead(); // a new leader may have been looking elsewhere
    leading = leads();
    await renew();
    follow();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#study-follow")) return;
    event.preventDefault();
    following = true;
    show();
    follow();
  });

  show();
  lead();
  follow();
})();
