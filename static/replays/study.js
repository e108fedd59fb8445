/* A study room: the leader's steps are reported to the server, and followers move along.
 *
 * #study (pushed) says where the leader is (data-ply, data-eyes) and whether that is us
 * (data-leads, data-lead-url). A follower requests the position like any step, so that each is
 * shown what they may see. Anybody who takes a step of their own explores independently until they
 * press #study-follow.
 */
(() => {
  "use strict";

  const study = () => document.getElementById("study");
  const replay = () => document.getElementById("replay");
  const frame = document.getElementById("replay-frame");
  const leads = () => "leads" in study().dataset;
  const led = () => `${study().dataset.ply} ${study().dataset.eyes}`;
  const here = () => `${replay().dataset.ply} ${replay().dataset.eyes}`;

  let following = new URLSearchParams(location.search).get("ply") === null || led() === here();
  let taken = false; // a request of ours in progress, which this person's own step waits for
  let telling = false;
  let leading = leads();

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

  const follow = async () => {
    if (leads() || !following || taken || led() === here()) return;
    taken = true;
    const url = addressOf();
    await htmx.ajax("GET", url, { source: frame });
    taken = false;
    history.replaceState(null, "", url);
    if (led() !== here()) setTimeout(follow, 300);
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

  frame.addEventListener("htmx:before:request", ({ detail }) => {
    if (detail.ctx.sourceElement === frame || leads() || detail.ctx.target !== replay()) return;
    following = false;
    show();
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target === replay()) return lead();
    show();
    if (leads() && !leading) lead(); // a new leader may have been looking elsewhere
    leading = leads();
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
  follow();
})();
