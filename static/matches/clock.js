/* Clocks: count down between two pushes.
 *
 * [data-deadline] counts down to that moment by the server's clock: data-turn-ends is when the
 * reserve starts to run (it then gets data-in-reserve), data-turn-started when the turn began. It
 * contains [data-time]; is-long while counting hours or days; --left (1…0) is the remaining
 * fraction of the turn. [data-quiet] warns nobody. #clock-alert announces once when ten seconds of
 * one's own turn are left (#stage[data-my-turn]).
 */
(() => {
  "use strict";

  const URGENT = 10;
  const myTurn = () => document.getElementById("stage")?.dataset.myTurn;
  const alert = () => document.getElementById("clock-alert");
  const two = (n) => String(n).padStart(2, "0");

  const unit = (name) =>
    new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: name, unitDisplay: "narrow" });
  const [days, hours] = [unit("day"), unit("hour")];

  const written = (seconds) => {
    const s = Math.max(0, Math.ceil(seconds));
    if (s >= 86_400) return `${days.format(Math.floor(s / 86_400))} ${hours.format(Math.floor(s / 3600) % 24)}`;
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
    const inReserve = now >= ends && deadline > ends;
    const part = Math.min(1, Math.max(0, (ends - now) / (ends - started)));
    put(clock.querySelector("[data-time]") ?? clock, written(((inReserve ? deadline : ends) - now) / 1000));
    clock.style.setProperty("--left", part.toFixed(3));
    clock.toggleAttribute("data-in-reserve", inReserve);
    clock.classList.toggle("is-long", deadline - now >= 3_600_000);
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
    if (!urgent || !myTurn() || left < 0 || warned === clock.dataset.deadline) return;
    warned = clock.dataset.deadline;
    put(alert(), alert()?.dataset.words ?? "");
    Kibitz.sound?.("alarm");
  };

  const settle = () => {
    tick();
    if (!myTurn()) put(alert(), "");
  };
  document.addEventListener("htmx:after:swap", settle);
  settle();
  setInterval(tick, 250);
})();
