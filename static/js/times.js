/* Show moments in the reader's own zone and language; the server writes UTC (config/templatetags/times.py).
 *
 * <time data-shown="…">: rewritten, with the server's words as its title. An <input
 * type="datetime-local"> receives UTC, shows the reader's time and is sent back as UTC; [data-zone]
 * beside it names the reader's zone, and so does a field called "zone" when its form is sent.
 */
(() => {
  "use strict";

  const page = document.documentElement.lang;
  const written = (name) => {
    const { language, script } = new Intl.Locale(name).maximize();
    return `${language}-${script}`;
  };
  // an English reader in Dublin expects the day before the month
  const locale = navigator.languages.find((name) => written(name) === written(page)) ?? page;

  const FORMATS = {
    minute: { dateStyle: "medium", timeStyle: "short" },
    second: { timeStyle: "medium", hourCycle: "h23" },
    day: { dateStyle: "medium" },
    month: { month: "short" },
    ago: { dateStyle: "medium", timeStyle: "short" },
  };

  const words = (moment, shown) =>
    shown === "day-of-month"
      ? String(moment.getDate())
      : new Intl.DateTimeFormat(locale, FORMATS[shown]).format(moment);

  const write = (time) => {
    const own = words(new Date(time.dateTime), time.dataset.shown);
    if (time.dataset.shown === "ago") time.title = own;
    else if (time.textContent !== own) [time.title, time.textContent] = [time.textContent, own];
  };

  const zone = () => {
    const format = new Intl.DateTimeFormat(locale, { timeZoneName: "longGeneric" });
    return format.formatToParts().find(({ type }) => type === "timeZoneName").value;
  };

  const here = (moment) =>
    new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

  const given = new WeakMap(); // the server's value for each field: anything typed since then stays
  const fill = (field) => {
    const text = field.getAttribute("value") ?? "";
    if (given.get(field) === text) return;
    given.set(field, text);
    field.value = text && here(new Date(`${text}Z`));
  };

  const look = () => {
    document.querySelectorAll("time[data-shown]").forEach(write);
    document.querySelectorAll("input[type=datetime-local]").forEach(fill);
    for (const node of document.querySelectorAll("[data-zone]")) node.textContent = zone();
  };

  document.addEventListener("formdata", ({ target, formData }) => {
    for (const { name, value } of target.querySelectorAll("input[type=datetime-local]")) {
      if (value) formData.set(name, new Date(value).toISOString());
    }
    if (formData.has("zone")) formData.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
  });

  document.addEventListener("htmx:after:swap", look);
  look();
})();
