/* The live link: its state in words, its watchdog, its way back; and no page ever goes back.
 *
 * The element with [data-socket], an address, is the page's link; a page without one has none. It
 * carries data-heartbeat (seconds between two signs of life). What comes is fragments, each swapped
 * in where its id stands (hx-swap-oob), or JSON: an answer to what was asked here, or what has changed
 * of a table (games/matches/live.py): regions by their ids, the log's new lines, and the
 * attributes of #stage.
 * #link-state shows the state: it carries one sentence per state (data-connecting, data-live,
 * data-stale, data-offline, data-signed-out, data-gone, data-refused).
 * Fragments carry data-revision: what is older than the page is dropped, from socket and answers.
 * [data-now] and #heartbeat[datetime] tell the server's time; Kibitz.now() reckons from them.
 */
(() => {
  "use strict";

  const FINAL = { 4401: "signed-out", 4404: "gone", 1008: "refused" };
  const HIDDEN_PAUSE = 15000;
  const SILENCE = 4000;
  const RESTART = 1012;

  const root = () => document.querySelector("[data-socket]");
  const status = () => document.getElementById("link-state");
  if (!root()) return;

  let socket = null;
  let state = "connecting";
  let heardAt = Date.now();
  let lostAt = 0;
  let retry = 0;
  let timer = 0;

  const show = (next) => {
    const box = status();
    state = next;
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

  // --- coming and going ------------------------------------------------------------------------

  const connect = () => {
    clearTimeout(timer);
    if (Object.values(FINAL).includes(state)) return;
    socket?.close(); // a half-open one would come back to life beside the new one
    const address = new URL(`${root().dataset.socket}${whatIsShown()}`, location.href);
    socket = new WebSocket(address.href.replace(/^http/, "ws"));
    Object.assign(socket, { onopen: opened, onmessage: heard, onclose: closed });
  };

  // The first try is at once, then about one a second: a restarted server has its players back
  // within two. The jitter keeps a room full of browsers from knocking in step.
  const reconnectSoon = () => {
    const pause = document.hidden ? HIDDEN_PAUSE : Math.min(retry, 1) * 900 + Math.random() * 500;
    retry += 1;
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
  };

  const isGivenUp = ({ target }) => target !== socket;

  const opened = (event) => {
    if (isGivenUp(event)) return;
    heardAt = Date.now();
    show("live");
    tellVisible();
  };

  // Nobody is called away from a page in front; a page in the background counts as unseen.
  const tellVisible = () => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ visible: !document.hidden }));
  };

  const heard = (event) => {
    if (isGivenUp(event)) return;
    heardAt = Date.now();
    retry = 0;
    if (state !== "live") show("live");
    const told = event.data.startsWith("{") ? JSON.parse(event.data) : { text: event.data };
    if (told.action_id) return hear(told);
    htmx.swap({ sourceElement: root(), text: told.text ?? changed(told), swap: "none" });
  };

  // A region takes the place of the element with its id, or stands in its slot in what is round it:
  // one that has not changed is on the page already. A line of the log comes after the last, unless
  // an answer to a POST has brought it.
  const SLOT = /<template data-region="([^"]+)"><\/template>/g;
  const onPage = (id) => document.getElementById(id);
  // As it was sent: styles are set by scripts, and markup with one would be refused (CSP).
  const markupOf = (id) => onPage(id)?.outerHTML.replace(/ style="[^"]*"/g, "") ?? "";
  const partial = (target, swap, html) => `<hx-partial hx-target="${target}" hx-swap="${swap}">${html}</hx-partial>`;
  const changed = ({ stage, frame, regions, log, beside }) => {
    const shown = onPage("stage");
    if (stage["data-revision"] < revisionOf(shown)) return beside;
    for (const name in stage) {
      if (stage[name] === null) shown.removeAttribute(name);
      else shown.setAttribute(name, stage[name]);
    }
    const within = {};
    const fill = (html) => html.replace(SLOT, (_, id) => {
      within[id] = true;
      return id in regions ? fill(regions[id]) : markupOf(id);
    });
    if (frame) return fill(frame) + beside;
    const all = Object.keys(regions).map((id) => [id, partial(`#${id}`, "outerMorph", fill(regions[id]))]);
    const lines = Object.keys(log).filter((id) => !onPage(id)).map((id) => log[id]).join("");
    return all.map(([id, html]) => (within[id] ? "" : html)).join("") + partial("#log > ol", "beforeend", lines) + beside;
  };

  // One policy for all ways a link can end.
  const closed = (event) => {
    if (isGivenUp(event)) return;
    asked.answer?.(event.code === RESTART ? { status: 503 } : undefined);
    if (FINAL[event.code]) return show(FINAL[event.code]);
    lose();
    reconnectSoon();
  };

  const wake = () => {
    if (document.hidden || !socket) return;
    if (state === "offline" || Date.now() - heardAt > patience()) connect();
  };
  window.addEventListener("online", wake);
  window.addEventListener("offline", lose);
  window.addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("visibilitychange", tellVisible);
  document.addEventListener("DOMContentLoaded", connect);

  setInterval(() => {
    showSeconds();
    if (!["live", "stale"].includes(state) || Date.now() - heardAt <= patience()) return;
    heardAt = Date.now(); // gives the next attempt as much time again
    show("stale");
    connect();
  }, 1000);

  // --- actions over the socket -------------------------------------------------------------------

  // What is asked for on a live link is answered there, once. Where it is not live, breaks or stays
  // silent, there is no answer, and whoever asked may post the same (with the same id); so they may
  // where it is closed by a server that restarts, which is a 503. A page that acts elsewhere than on
  // its link (a lesson's is the person's own) posts at once.
  let asked = {};
  const isLive = () => state === "live";
  const ask = (values) => new Promise((answer) => {
    if (!isLive() || !("actUrl" in root().dataset)) return answer();
    asked = { id: values.action_id, answer };
    setTimeout(answer, SILENCE);
    socket.send(JSON.stringify(values));
  });
  const hear = (told) => told.action_id === asked.id && asked.answer(told);

  // --- never back ------------------------------------------------------------------------------

  const revisionOf = (node) => Number(node?.dataset?.revision ?? -1);

  // What a page shows already need not be drawn again when its link opens.
  const whatIsShown = () => {
    const [stage, talk] = ["stage", "talk"].map((id) => revisionOf(document.getElementById(id)));
    return stage < 0 || talk < 0 ? "" : `&at=${stage}&talk=${talk}`;
  };

  document.addEventListener("htmx:before:swap", ({ detail }) => {
    const isOld = ({ fragment, target }) => revisionOf(fragment.firstElementChild) < revisionOf(target);
    const isPast = detail.tasks.some((task) => task.target?.id === "stage" && isOld(task));
    for (const task of detail.tasks) {
      if (isOld(task) || (isPast && task.target?.id === "side")) task.swapSpec = { style: "none" };
    }
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
  document.addEventListener("htmx:after:swap", look);
  look();

  window.Kibitz = Object.assign(window.Kibitz || {}, { now, ask, isLive });
})();
