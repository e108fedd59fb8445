/* Playing: a control posts its action, once, with the version it was drawn from.
 *
 * Markup: [ws-connect][data-act-url] is the page's root; #stage[data-version] the position shown.
 *   data-action='{…}'   click posts this action
 *   data-confirm="…"    … after this question was answered with the words of data-confirm-yes
 *   aria-disabled       … not now
 * Moves go by POST, never by the socket: nothing is queued while the link is down. A move whose
 * answer was lost keeps its id, so that trying again cannot play it twice.
 * #notice shows what was refused; it carries the sentences for what the server could not say
 * (data-unreachable, data-broken).
 */
(() => {
  "use strict";

  const TIMEOUT = 10000;
  const root = () => document.querySelector("[ws-connect]");
  const notice = () => document.getElementById("notice");
  const version = () => document.getElementById("stage")?.dataset.version;

  let flight = null;
  let unanswered = null;

  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0")).join("");

  const tell = (sentence) => {
    const box = notice();
    if (!box) return;
    box.replaceChildren();
    if (!sentence) return;
    const line = document.createElement("p");
    line.className = "notice notice--error";
    line.textContent = sentence;
    box.append(line);
  };

  const request = (action) => {
    const same = unanswered?.action === action && unanswered.version === version();
    return same ? unanswered : { action, version: version(), id: newId() };
  };

  const setBusy = (control, busy) => {
    root().toggleAttribute("data-sending", busy);
    if (control?.isConnected) control.toggleAttribute("data-busy", busy);
  };

  const send = async (action, control) => {
    if (flight) return;
    flight = request(action);
    unanswered = flight;
    tell("");
    setBusy(control, true);
    const values = { action, version: flight.version, action_id: flight.id };
    try {
      await htmx.ajax("POST", root().dataset.actUrl, { source: root(), swap: "none", values });
    } catch {
      // htmx:sendError and htmx:timeout below have told the player.
    } finally {
      flight = null;
      setBusy(control, false);
    }
  };

  // --- answers ---------------------------------------------------------------------------------

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.path === root()?.dataset.actUrl) detail.timeout = TIMEOUT;
  });

  // A refusal comes as 4xx with the notice to show; anything else that fails has no words.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { status, responseText } = detail.xhr;
    if (detail.requestConfig.verb !== "post") return;
    if (status < 500) unanswered = null;
    if (status < 400) return;
    detail.isError = false;
    detail.shouldSwap = responseText.includes('id="notice"');
    if (!detail.shouldSwap) tell(notice()?.dataset.broken);
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => tell(notice()?.dataset.unreachable));
  }

  // --- the question before an action -----------------------------------------------------------

  const question = () => document.getElementById("question");
  let asked = null;

  const ask = (control) => {
    const box = question();
    asked = control;
    box.querySelector("[data-words]").textContent = control.dataset.confirm;
    box.querySelector("[data-yes]").textContent = control.dataset.confirmYes;
    Kibitz.place(box, control.closest("[popover]") ? anchorOf(control) : control);
    box.showPopover();
    box.querySelector("[data-no]").focus();
  };

  const anchorOf = (control) => {
    const menu = control.closest("[popover]");
    return document.querySelector(`[popovertarget="${menu.id}"]`) ?? control;
  };

  const answer = (yes) => {
    const control = asked;
    asked = null;
    question().hidePopover();
    if (yes && control.isConnected) send(control.dataset.action, control);
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-yes]")) return answer(true);
    if (event.target.closest("[data-no]")) return answer(false);
    const control = event.target.closest("[data-action]");
    if (!control || control.getAttribute("aria-disabled") === "true") return;
    event.preventDefault();
    const menu = control.closest("[popover]");
    const anchor = menu && anchorOf(control);
    menu?.hidePopover();
    if (control.dataset.confirm) return ask(control);
    anchor?.focus();
    send(control.dataset.action, anchor || control);
  });

  window.Kibitz = Object.assign(window.Kibitz || {}, { tell });
})();
