/* The live link: its state in words, its watchdog, its way back; and no page ever goes back.
 *
 * The element with [ws-connect] carries data-heartbeat (seconds between two signs of life).
 * #link-state shows the state: it carries one sentence per state (data-connecting, data-live,
 * data-stale, data-offline, data-signed-out, data-gone, data-refused).
 * Fragments carry data-revision: what is older than the page is dropped, from socket and answers.
 * [data-now] and #heartbeat[datetime] tell the server's time; Kibitz.now() reckons from them.
 */
(() => {
  "use strict";

  const FINAL = { 4401: "signed-out", 4404: "gone", 1008: "refused" };
  const NEVER = 2 ** 31 - 1;
  const HIDDEN_PAUSE = 15000;
  const SILENCE = 4000;

  const root = () => document.querySelector("[ws-connect]");
  const status = () => document.getElementById("link-state");

  let socket = null;
  let wrapper = null;
  let state = "connecting";
  let heardAt = Date.now();
  let lostAt = 0;
  let retry = 0;
  let timer = 0;

  // One policy for all ways a socket can end, so the extension's own (never after 1000 and
  // 1001, up to a minute after others) is put out of the way.
  htmx.config.wsReconnectDelay = () => NEVER;
  htmx.createWebSocket = (url) => {
    socket = new WebSocket(url + whatIsShown());
    return socket;
  };

  const show = (next) => {
    const box = status();
    state = next;
    root()?.setAttribute("data-link", next);
    if (!box) return;
    box.dataset.state = next;
    const words = box.querySelector("[data-words]");
    const sentence = box.getAttribute(`data-${next}`) || "";
    if (words.textContent !== sentence) words.textContent = sentence;
    showSeconds();
  };

  const showSeconds = () => {
    const seconds = status()?.querySelector("[data-seconds]");
    if (!seconds) return;
    const text = state === "offline" ? `${Math.round((Date.now() - lostAt) / 1000)} s` : "";
    if (seconds.textContent !== text) seconds.textContent = text;
  };

  const lose = () => {
    if (state !== "offline") lostAt = Date.now();
    show("offline");
  };

  const patience = () => 2500 * Number(root()?.dataset.heartbeat || 12);

  const reconnect = () => {
    clearTimeout(timer);
    if (!wrapper || Object.values(FINAL).includes(state)) return;
    socket?.close(); // a half-open one would come back to life beside the new one
    wrapper.reconnect();
  };

  // The first try is at once, then about one a second: a restarted server has its players back
  // within two. The jitter keeps a room full of browsers from knocking in step.
  const reconnectSoon = () => {
    const pause = document.hidden ? HIDDEN_PAUSE : Math.min(retry, 1) * 900 + Math.random() * 500;
    retry += 1;
    clearTimeout(timer);
    timer = setTimeout(reconnect, pause);
  };

  document.addEventListener("htmx:wsOpen", ({ detail }) => {
    wrapper = detail.socketWrapper;
    heardAt = Date.now();
    show("live");
  });

  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    if (event.detail.message.startsWith("{")) {
      event.preventDefault(); // an answer, nothing to show
      hear(JSON.parse(event.detail.message));
    }
    heardAt = Date.now();
    retry = 0;
    if (state !== "live") show("live");
  });

  document.addEventListener("htmx:wsClose", ({ detail }) => {
    if (detail.event.target !== socket) return; // one that was given up before
    wrapper = detail.socketWrapper;
    asked.answer?.();
    if (FINAL[detail.event.code]) return show(FINAL[detail.event.code]);
    lose();
    reconnectSoon();
  });

  const wake = () => {
    if (document.hidden || !wrapper) return;
    if (state === "offline" || Date.now() - heardAt > patience()) reconnect();
  };
  window.addEventListener("online", wake);
  window.addEventListener("offline", lose);
  window.addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);

  setInterval(() => {
    showSeconds();
    if (!["live", "stale"].includes(state) || Date.now() - heardAt <= patience()) return;
    heardAt = Date.now(); // gives the next attempt as much time again
    show("stale");
    reconnect();
  }, 1000);

  // --- the second door -------------------------------------------------------------------------

  // What is asked for on a live link is answered there, once. Where it is not live, breaks or stays
  // silent, there is no answer, and whoever asked may post the same (with the same id).
  let asked = {};
  const ask = (values) => new Promise((answer) => {
    if (state !== "live") return answer();
    asked = { id: values.action_id, answer };
    setTimeout(answer, SILENCE);
    socket.send(JSON.stringify(values));
  });
  const hear = (told) => told.action_id === asked.id && asked.answer(told);

  // --- never back ------------------------------------------------------------------------------

  const revisionOf = (node) => Number(node?.dataset?.revision ?? -1);

  // What a page shows already need not be drawn again when its link opens.
  const whatIsShown = () => {
    const parts = ["stage", "side", "talk"].map((id) => document.getElementById(id));
    const [stage, side, talk] = parts.map(revisionOf);
    return stage < 0 || stage !== side || talk < 0 ? "" : `&at=${stage}&talk=${talk}`;
  };

  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const fresh = detail.fragment.firstElementChild ?? detail.fragment[0];
    if (revisionOf(fresh) < revisionOf(detail.target)) detail.shouldSwap = false;
  });

  // --- the server's clock ----------------------------------------------------------------------

  // A sign of life is late by its way here, never early, so of the last few the largest
  // difference is the best; a few, because people set their clocks.
  const differences = [];
  const learnt = new WeakMap();
  const learn = (box, text) => {
    if (!box || !text || learnt.get(box) === text) return;
    learnt.set(box, text);
    differences.push(Date.parse(text) - Date.now());
    if (differences.length > 10) differences.shift();
  };
  const now = () => Date.now() + (differences.length ? Math.max(...differences) : 0);

  const look = () => {
    const beat = document.getElementById("heartbeat");
    const page = document.querySelector("[data-now]");
    learn(beat, beat?.dateTime);
    learn(page, page?.dataset.now);
  };
  document.addEventListener("htmx:wsAfterMessage", look);
  look();

  window.Kibitz = Object.assign(window.Kibitz || {}, { now, ask, linkState: () => state });
})();
