/* The turn's clock, the title's mark, the log's end: what changes without a new position.
 *
 * [data-deadline] counts down to that moment by the server's clock: data-turn-ends is when the
 * reserve begins to run (then it has data-in-reserve), data-turn-started when the turn began. It
 * holds [data-time]; --left (1…0) is what is left of the turn. [data-quiet] warns nobody.
 * #stage[data-my-turn] marks the title with the words in that attribute, and #turn-alert says them
 * when the turn comes, once. #clock-alert speaks once when ten seconds are left.
 */
(() => {
  "use strict";

  const URGENT = 10;
  const stage = () => document.getElementById("stage");
  const two = (n) => String(n).padStart(2, "0");

  const written = (seconds) => {
    const s = Math.max(0, Math.ceil(seconds));
    if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
    return `${Math.floor(s / 60)}:${two(s % 60)}`;
  };

  const put = (node, text) => {
    if (node && node.textContent !== text) node.textContent = text;
  };

  const at = (clock, name) => Date.parse(clock.dataset[name]) || 0;

  const draw = (clock, now) => {
    const deadline = at(clock, "deadline");
    const [started, ends] = [at(clock, "turnStarted"), at(clock, "turnEnds") || deadline];
    const inReserve = now >= ends;
    const part = Math.min(1, Math.max(0, (ends - now) / (ends - started)));
    put(clock.querySelector("[data-time]") ?? clock, written(((inReserve ? deadline : ends) - now) / 1000));
    clock.style.setProperty("--left", part.toFixed(3));
    clock.toggleAttribute("data-in-reserve", inReserve);
    if (!("quiet" in clock.dataset)) warn(clock, (deadline - now) / 1000);
  };

  const tick = () => {
    const now = Kibitz.now();
    for (const clock of document.querySelectorAll("[data-deadline]")) draw(clock, now);
  };

  let warned = "";
  const warn = (clock, left) => {
    const urgent = left <= URGENT;
    clock.classList.toggle("is-short", urgent);
    const mine = stage()?.dataset.myTurn;
    if (!urgent || !mine || left < 0 || warned === clock.dataset.deadline) return;
    warned = clock.dataset.deadline;
    const alert = document.getElementById("clock-alert");
    put(alert, alert?.dataset.words ?? "");
    Kibitz.sound?.("alarm");
  };

  // The tab's picture carries a mark as well, for whoever has many tabs and reads no titles.
  const icon = document.querySelector("link[rel=icon][data-turn]");
  const calm = icon?.href;
  const paint = (href) => {
    if (icon && icon.href !== href) icon.href = href;
  };

  const title = document.title;
  const mark = () => {
    const words = stage()?.dataset.myTurn;
    paint(words ? new URL(icon?.dataset.turn ?? "", location.href).href : calm);
    document.title = words ? `● ${words} · ${title}` : title;
    if (!words) put(document.getElementById("clock-alert"), "");
  };

  // A page that is opened in one's turn has it in its title, which is read first.
  let told = Boolean(stage()?.dataset.myTurn);
  const tellTurn = () => {
    const words = stage()?.dataset.myTurn ?? "";
    if (!words || !told) put(document.getElementById("turn-alert"), words);
    told = Boolean(words);
  };

  // The log stays at its end, unless its reader has scrolled back.
  let atEnd = true;
  const log = () => document.getElementById("log");
  const follow = () => {
    if (atEnd && log()) log().scrollTop = log().scrollHeight;
  };
  document.addEventListener("scroll", ({ target }) => {
    if (target.id === "log") atEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 24;
  }, true);

  const settle = () => {
    mark();
    tellTurn();
    tick();
    follow();
  };
  document.addEventListener("htmx:oobAfterSwap", settle);
  document.addEventListener("DOMContentLoaded", settle);
  setInterval(tick, 250);
})();
