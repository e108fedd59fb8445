/* Playing: a control requests its action once, with the version it was drawn from.
 *
 * Markup: [data-act-url] is the page's root; #stage[data-version] the position shown.
 *   data-action='{…}'   a click requests this action
 *   data-confirm="…"    … after this question was confirmed, labelled data-confirm-yes; with
 *                       data-confirm-sure, that answer is the one in focus
 *   aria-disabled       … not now
 *   data-post="url"     a click posts to that address, with the values of data-values (JSON);
 *                       data-confirm asks first here, too
 *
 * An action goes over the open link (link.js), which is faster; without a link, or without a
 * response, by POST. Nothing is queued while the link is down. An action whose response was lost
 * keeps its id (its idempotency key), so retrying, by either way, cannot play it twice. An action
 * that a restarting or overloaded server could not accept is retried automatically a few times (see
 * "not now").
 *
 * Requests come from the root, not from the control: htmx resolves the response's targets from
 * there, and a push may have removed the control by then. The root's hx-sync serialises them.
 *
 * The document receives kibitz:played once an action was played: on a newer position or on the
 * response, whichever comes first, so that a late response does not disturb what was begun in the
 * new position. #notice shows refusals; it carries the sentences for what the server could not say
 * (data-unreachable, data-broken, data-repeating, data-later).
 */
(() => {
  "use strict";

  const TIMEOUT = 10000;
  const NOT_NOW = [502, 503, 504]; // from a stopping or overloaded site, or a proxy in front of it
  const root = () => document.querySelector("[data-act-url]");
  // Show a refusal beside the control: in its section's own place, if it has one.
  let near = null;
  const noticeBeside = (control) => control?.closest("section")?.querySelector("[data-notice]") ?? null;
  const notice = () => (near?.isConnected ? near : document.getElementById("notice"));
  const version = () => document.getElementById("stage")?.dataset.version;

  let last = null; // the latest request, until it ends: { what, answered }
  let lost = false;
  let unanswered = null;
  let awaited = null; // the version from which an action was requested, until a sign of it comes

  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0")).join("");

  const tell = (sentence) => {
    if (notice()) notice().textContent = sentence ?? "";
  };

  const post = (url, values) => htmx.ajax("POST", url, { source: root(), swap: "none", values });

  const setBusy = (control, busy) => {
    root().toggleAttribute("data-sending", busy);
    if (control?.isConnected) control.toggleAttribute("data-busy", busy);
  };

  // One request at a time. A push may show the outcome before the response arrives, so the next
  // request waits for that response. A repeat of the same request (a double click, or a second
  // action from one position) is dropped, as is one waiting for a response that never comes.
  const send = (what, control, request) => {
    if (last?.what === what) return;
    const mine = { what, answered: inTurn(last?.answered, control, request) };
    last = mine;
    mine.answered.then(() => {
      if (last === mine) last = null;
    });
  };

  // Resolves to whether there was a response; htmx:error below reports a failed request.
  const inTurn = async (before, control, request) => {
    if (before && !(await before)) return false;
    tell(""); // clears refusals shown elsewhere, too
    near = noticeBeside(control);
    tell("");
    setBusy(control, true);
    lost = false;
    await request().catch(() => {
      lost = true;
    });
    setBusy(control, false);
    return !lost;
  };

  const act = (action, control) => {
    const shown = version();
    send(shown, control, () => {
      const same = unanswered?.action === action && unanswered.version === shown;
      if (!same) unanswered = { action, version: shown, action_id: newId() };
      return askUntilTaken({ ...unanswered });
    });
  };

  const played = () => {
    if (awaited === null) return;
    awaited = null;
    document.dispatchEvent(new Event("kibitz:played"));
  };

  const look = () => {
    if (awaited !== version()) played();
  };
  document.addEventListener("htmx:after:swap", look);

  const askOrPost = async (values) => {
    [later, lost, awaited] = [null, false, values.version];
    const told = await Kibitz.ask?.(values);
    if (NOT_NOW.includes(told?.status)) later = 0;
    if (told?.status !== 200 && !told?.sentence) return post(root().dataset.actUrl, values);
    unanswered = null;
    tell(told.sentence);
    if (!told.sentence) played();
    awaited = null;
  };

  // --- not now ---------------------------------------------------------------------------------

  // If the server itself said that it cannot accept an action now, retry it with its id: on a live
  // link, from the same position, and only for a few seconds. Requests lost by the connection are
  // left to the player.
  const PAUSES = [500, 1000, 2000, 3000];
  const PATIENCE = 10000;

  let later = null; // set on "not now": how many milliseconds the server asked to be left alone

  const pause = (time) => new Promise((over) => setTimeout(over, time));

  const askUntilTaken = async (values) => {
    await askOrPost(values);
    const end = Date.now() + PATIENCE;
    for (const shortest of PAUSES) {
      if (later === null) return;
      tell(notice()?.dataset.repeating);
      const mayRepeat = await isBack(Math.max(shortest, later) * (1 + Math.random() / 4), end);
      if (version() !== values.version) return tell("");
      if (!mayRepeat) break;
      await askOrPost(values);
    }
    if (later === null) return;
    awaited = null;
    tell(notice()?.dataset.later);
  };

  const isBack = async (time, end) => {
    if (Date.now() + time > end) return false;
    await pause(time);
    while (!Kibitz.isLive?.()) {
      if (!navigator.onLine || Date.now() > end) return false;
      await pause(200);
    }
    return true;
  };

  // --- responses -------------------------------------------------------------------------------

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "POST") ctx.request.timeout = TIMEOUT;
  });

  const sentenceIn = (html) =>
    new DOMParser().parseFromString(html, "text/html").getElementById("notice")?.textContent;

  // A refusal is a 4xx response with its sentence; other failures have no wording of their own.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const { status } = ctx.response;
    if (ctx.request.method !== "POST") return;
    const form = ctx.sourceElement.matches("form") ? ctx.sourceElement : null;
    if (form) near = noticeBeside(form);
    const acted = ctx.request.action === root().dataset.actUrl;
    const isNotNow = NOT_NOW.includes(status);
    if (acted) later = isNotNow ? 1000 * (Number(ctx.response.headers.get("Retry-After")) || 0) : null;
    if (acted && isNotNow) return;
    if (acted && status < 500) unanswered = null;
    if (acted && status < 400) played();
    if (acted) awaited = null;
    if (status >= 400) return tell(sentenceIn(ctx.text) || notice()?.dataset[isNotNow ? "later" : "broken"]);
    if (near) tell("");
    form?.reset();
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (!ctx || ctx.text !== undefined) return;
    lost = true;
    tell(notice()?.dataset.unreachable);
  });

  const carryOut = ({ dataset }, anchor) => {
    if (dataset.action) act(dataset.action, anchor);
    else {
      const { post: url, values = "{}" } = dataset;
      send(`${url} ${values}`, anchor, () => post(url, JSON.parse(values)));
    }
  };

  // --- confirmation before an action -----------------------------------------------------------

  const question = () => document.getElementById("question");
  let asked = null;

  const anchorOf = (control) => {
    const menu = control.closest("[popover]");
    return (menu && document.querySelector(`[popovertarget="${menu.id}"]`)) || control;
  };

  const ask = (control) => {
    const box = question();
    asked = control;
    box.querySelector("[data-words]").textContent = control.dataset.confirm;
    box.querySelector("[data-yes]").textContent = control.dataset.confirmYes;
    Kibitz.place(box, anchorOf(control));
    box.showPopover();
    box.querySelector("confirmSure" in control.dataset ? "[data-yes]" : "[data-no]").focus();
  };

  const answer = (yes) => {
    const control = asked;
    asked = null;
    question().hidePopover();
    anchorOf(control).focus();
    if (yes && control.isConnected) carryOut(control, anchorOf(control));
  };

  const choose = (control) => {
    const anchor = anchorOf(control);
    control.closest("[popover]")?.hidePopover();
    if (control.dataset.confirm) return ask(control);
    anchor.focus();
    carryOut(control, anchor);
  };

  document.addEventListener("click", ({ target }) => {
    const control = target.closest("[data-yes], [data-no], [data-action], [data-post]");
    if (!control || control.getAttribute("aria-disabled") === "true") return;
    if (control.matches("[data-yes], [data-no]")) answer(control.matches("[data-yes]"));
    else if (control.dataset.action || control.dataset.confirm || control.closest("[popover]")) choose(control);
    else carryOut(control, control);
  });

  window.Kibitz = Object.assign(window.Kibitz || {}, { tell, post });
})();
