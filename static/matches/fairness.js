/* Fair shuffles from the browser's side: draw, commit, reveal; show the commitments.
 *
 * Spec: record format, "Commitment". #seat-fairness (in the pushed part) carries the server's
 * state: data-match, data-seat, data-commitment, data-seat-commitment, data-status, data-revealed,
 * data-ready-url, data-reveal-url. #contribution (outside it) is an input in which a player may
 * type a contribution of their own.
 *
 * The contribution is stored in localStorage by match, seat and commitment, and leaves the browser
 * only when every seat has committed. Players who want to be ready stay ready when the table gets a
 * new secret or they change seats; an address ending in #ready says so from the start. Players in
 * a search (data-search) get ready while its table is "full" and their page is visible.
 */
(() => {
  "use strict";

  const MAX = 64;
  const box = () => document.getElementById("seat-fairness");
  const input = () => document.getElementById("contribution");
  const notice = () => document.getElementById("notice");
  const tell = (name) => Kibitz.tell(notice()?.dataset[name]);
  const withdraw = (name) => {
    if (notice()?.textContent && notice().textContent === notice().dataset[name]) Kibitz.tell("");
  };
  const awaited = (seat) => seat?.status === "starting" && !seat.revealed;

  // Storage may be forbidden; memory then replaces it for the lifetime of the page.
  const memory = new Map();
  const keep = (key, value) => {
    memory.set(key, value);
    try {
      localStorage.setItem(key, value);
    } catch {
      // private window: memory has it
    }
  };
  const kept = (key) => {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? "";
    } catch {
      return memory.get(key) ?? "";
    }
  };
  const forget = (key) => {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // nothing was stored
    }
  };

  const keyOf = ({ match, seat, commitment }) => `kibitz.contribution.${match}.${seat}.${commitment}`;
  const wishKey = ({ match }) => `kibitz.ready.${match}`;

  // A search asks who is there: whoever has its page in front of them.
  const wants = (seat) =>
    seat.search ? seat.search === "full" && !document.hidden : kept(wishKey(seat));

  const draw = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0")).join("");

  const commitmentTo = ({ match, seat, commitment }, text) =>
    Kibitz.sha256(`kibitz-seat/1|${match}|${seat}|${commitment}|${text}`);

  // The draw for this secret and seat stays, unless the player typed something else.
  const contribution = (seat) => input()?.value || kept(keyOf(seat)) || draw();

  let committing = null;
  const commit = async () => {
    const seat = { ...box().dataset };
    const text = contribution(seat);
    if ([...text].length > MAX) return tell("tooLong");
    keep(keyOf(seat), text);
    keep(wishKey(seat), "yes");
    await Kibitz.post(seat.readyUrl, { seat_commitment: await commitmentTo(seat, text) });
  };

  // One at a time: a push arriving meanwhile must not commit to something else.
  const commitAlone = () => {
    committing ??= commit().finally(() => {
      committing = null;
    });
    return committing;
  };

  const reveal = async () => {
    const seat = { ...box().dataset };
    const text = kept(keyOf(seat));
    const fits = text && (await commitmentTo(seat, text)) === seat.seatCommitment;
    if (!fits) return awaited(box()?.dataset) && tell("elsewhere");
    await Kibitz.post(seat.revealUrl, { contribution: text });
  };

  // Try each of these once per secret and seat, so that a refusal cannot loop.
  const tried = new Set();
  const once = (name, seat, verb) => {
    const key = [name, seat.match, seat.seat, seat.commitment].join(" ");
    if (tried.has(key)) return;
    tried.add(key);
    verb().catch(() => tried.delete(key));
  };

  const settle = () => {
    const seat = box()?.dataset;
    if (!awaited(seat)) withdraw("elsewhere"); // it was revealed there, or it is too late
    if (!seat?.match) return;
    if (location.hash === "#ready") {
      keep(wishKey(seat), "yes");
      history.replaceState(null, "", location.pathname);
    }
    if (awaited(seat)) once("reveal", seat, reveal);
    if (seat.status === "open" && !seat.seatCommitment && wants(seat)) once("commit", seat, commitAlone);
  };

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (target.closest("[data-ready]")) {
      event.preventDefault(); // its form leads to #ready, for a press before this script is there
      commitAlone().catch(() => {});
    }
    if (box() && target.closest("[data-not-ready]")) forget(wishKey(box().dataset));
  });
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("htmx:error", () => {
    tried.clear(); // a lost request is not a refusal
    setTimeout(settle, 2000);
  });
  document.addEventListener("visibilitychange", settle);
  document.addEventListener("DOMContentLoaded", settle);
})();
