/* Watching a match: playback at a chosen speed, keys, the slider, the log in view.
 *
 * Every step is a link that works without this script, which only presses them. The page does not
 * know what lies ahead unless the server wrote it (data-last), so the slider reaches as far as this
 * visitor has been.
 */
(() => {
  "use strict";

  const frame = document.getElementById("replay-frame");
  if (!frame) return;

  const byId = (id) => document.getElementById(id);
  const replay = () => byId("replay");
  const ply = () => Number(replay().dataset.ply);
  const base = () => replay().dataset.base;
  let playing = false;
  let timer = 0;
  let busy = 0; // steps in progress
  let waiting = null;

  const SPEED = "kibitz.replay.speed";
  // Take the store's name: if a browser forbids it, merely accessing it throws.
  const remember = (store, key, value) => {
    try {
      window[store].setItem(key, value);
    } catch {
      // Then it is not remembered.
    }
  };
  const recall = (store, key) => {
    try {
      return window[store].getItem(key);
    } catch {
      return null;
    }
  };

  const furthest = () => Math.max(ply(), Number(recall("sessionStorage", `kibitz.seen.${base()}`)) || 0);

  // A step requested while the last one is still being drawn waits for it: its link does not exist
  // yet.
  const press = (id) => {
    const link = byId(id);
    if (busy) {
      waiting = id;
      return true;
    }
    if (!link || link.getAttribute("aria-disabled") === "true") return false;
    link.click();
    return true;
  };

  const pause = () => {
    clearTimeout(timer);
    playing = false;
    show();
  };

  const next = () => {
    clearTimeout(timer);
    if (!playing) return;
    const ahead = byId("replay-on")?.getAttribute("aria-disabled") !== "true";
    if (!ahead) return pause();
    timer = setTimeout(() => press("replay-on"), Number(byId("replay-speed").value));
  };

  const play = () => {
    playing = true;
    show();
    if (!press("replay-on")) press("replay-first");
  };

  const showSpeed = () => {
    const select = byId("replay-speed");
    const kept = recall("localStorage", SPEED);
    if (kept && [...select.options].some((option) => option.value === kept)) select.value = kept;
    select.hidden = false;
  };

  const showSlider = () => {
    const slider = byId("replay-scrub");
    if ("unknownEnd" in slider.dataset) slider.max = furthest();
    slider.value = ply();
  };

  const showPlay = () => {
    const button = byId("replay-play");
    button.hidden = false;
    button.setAttribute("aria-pressed", String(playing));
    button.querySelector("[data-label]").textContent = playing ? button.dataset.pause : button.dataset.play;
  };

  const showLog = () => {
    const log = byId("log");
    const current = log?.querySelectorAll("[aria-current]");
    const line = current?.length ? current[current.length - 1] : log?.lastElementChild;
    if (line) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
  };

  const showCopy = () => {
    for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  };

  const show = () => {
    remember("sessionStorage", `kibitz.seen.${base()}`, String(furthest()));
    showPlay();
    showSpeed();
    showSlider();
    showLog();
    showCopy();
  };

  const KEYS = { ArrowLeft: "replay-back", ArrowRight: "replay-on", Home: "replay-first", End: "replay-last" };

  const typing = (target) =>
    target.closest("input:not([type=range]), textarea, select, [contenteditable], #stage button") !== null;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (typing(event.target)) return;
    if (event.key === " " && !event.target.closest("button, a, summary")) {
      event.preventDefault();
      if (playing) pause();
      else play();
    } else if (KEYS[event.key]) {
      event.preventDefault();
      clearTimeout(timer);
      if (playing && event.key !== "ArrowRight") pause();
      press(KEYS[event.key]);
    }
  });

  const copy = async (button) => {
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    const label = button.querySelector("[data-label]");
    const before = [...label.childNodes];
    label.replaceChildren(button.dataset.done);
    setTimeout(() => label.replaceChildren(...before), 2000);
  };

  document.addEventListener(
    "click",
    (event) => {
      const step = event.target.closest(".replay-steps a");
      if (!step || !busy) return;
      event.preventDefault();
      event.stopPropagation();
      waiting = step.id;
    },
    true,
  );

  document.addEventListener("click", ({ target }) => {
    if (target.closest("#replay-play")) {
      if (playing) pause();
      else play();
    } else if (target.closest("[data-copy]")) {
      copy(target.closest("[data-copy]"));
    } else if (playing && target.closest("#log a, #replay-back, #replay-first")) {
      pause();
    }
  });

  // Scroll a panel into view when somebody opens it; it opens after the click.
  document.addEventListener("click", ({ target }) => {
    const panel = target.closest("summary")?.parentElement;
    if (!panel?.matches(".replay-more > details")) return;
    setTimeout(() => panel.open && panel.scrollIntoView({ block: "nearest" }));
  });

  document.addEventListener("change", ({ target }) => {
    if (target.id !== "replay-speed") return;
    remember("localStorage", SPEED, target.value);
    next();
  });

  // `toggle` does not bubble: the log's height has changed, so its line is scrolled back into view.
  document.addEventListener("toggle", showLog, true);

  document.addEventListener("input", ({ target }) => {
    if (target.id === "replay-scrub" && playing) pause();
  });

  const ready = () => {
    if (busy) return;
    const id = waiting;
    waiting = null;
    if (id) press(id);
    else next();
  };

  const isStep = ({ ctx }) => ctx.target?.id === "replay";

  document.addEventListener("htmx:before:request", ({ detail }) => (busy += isStep(detail)));
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (isStep(detail)) show();
    else showCopy();
  });
  document.addEventListener("htmx:finally:request", ({ detail }) => {
    if (!isStep(detail)) return;
    busy -= 1;
    if (detail.ctx.status === "swapped") return queueMicrotask(ready); // when htmx takes the next one
    waiting = null;
    pause();
    if (!navigator.onLine) byId("replay-ply").textContent = frame.dataset.missing;
  });

  // [data-poll] polls its own part of the page: a response that arrives after a step belongs to
  // another position.
  frame.addEventListener("htmx:before:swap", (event) => {
    const { sourceElement, request } = event.detail.ctx;
    if (sourceElement.matches("[data-poll]") && request.action !== replay().dataset.at) event.preventDefault();
  });

  // The browser's back and forward are steps as well, and wait like the slider's.
  const go = (path) => htmx.ajax("GET", path, { source: frame.querySelector(".scrubber"), values: {}, push: "false" });
  document.addEventListener("htmx:before:history:restore", (event) => {
    event.preventDefault();
    go(event.detail.path);
  });

  // A copy that was kept for offline stands at the deal, whatever position its address names.
  const asked = new URLSearchParams(location.search).get("ply") ?? ply();
  if (asked !== "last" && Number(asked) !== ply()) go(location.pathname + location.search);

  // A link to a panel opens it, and a form in one leads back to it: a fresh page has it closed.
  const openNamed = () => {
    const panel = byId(location.hash.slice(1));
    if (!panel?.matches(".replay-more > details")) return;
    panel.open = true;
    panel.scrollIntoView({ block: "nearest" });
  };
  window.addEventListener("hashchange", openNamed);
  openNamed();

  show();
})();
