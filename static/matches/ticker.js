/* What others did, and what is near, shown where it happened.
 *
 * A line is a [data-places] element on the table: ids of elements, of which the first on the page is
 * its place. A press on a line points to its place for a moment. Places of .is-drama, .is-mine and
 * .is-near lines stay marked as long as the line stands; a new .is-drama line also flashes its icon there. Nothing
 * moves if --speed is 0.
 */
(() => {
  "use strict";

  const LONGEST = 700; // ms
  const SHOWN = 2500; // ms
  const speed = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--speed") || 1);
  const lines = () => [...document.querySelectorAll("#stage [data-places]")];
  const placeOf = (line) =>
    line.dataset.places.split(" ").map((id) => document.getElementById(id)).find((place) => place?.checkVisibility());

  const point = (place) => {
    place.scrollIntoView({ block: "nearest", inline: "nearest", behavior: speed() ? "smooth" : "instant" });
    for (const other of document.querySelectorAll(".is-pointed")) other.classList.remove("is-pointed");
    place.classList.add("is-pointed");
    setTimeout(() => place.classList.remove("is-pointed"), SHOWN);
  };

  document.addEventListener("click", ({ target }) => {
    const line = target.closest("#stage button[data-places]");
    const place = line && placeOf(line);
    if (place) point(place);
  });

  const flash = (line, place) => {
    const box = place.getBoundingClientRect();
    const icon = line.querySelector(".icon").cloneNode(true);
    icon.setAttribute("class", "drama-flash");
    icon.dataset.ghost = "";
    Object.assign(icon.style, { left: `${box.left + box.width / 2}px`, top: `${box.top + box.height / 2}px` });
    document.body.append(icon);
    const run = icon.animate(
      [{ opacity: 0, scale: 2.2 }, { opacity: 1, scale: 1, offset: 0.3 }, { opacity: 1, offset: 0.7 }, { opacity: 0, scale: 0.9 }],
      { duration: Math.min(LONGEST, LONGEST * speed()), easing: "ease-out" },
    );
    run.finished.then(() => icon.remove(), () => icon.remove());
  };

  let told = null; // the lines that stood here before

  const settle = () => {
    for (const place of document.querySelectorAll(".is-marked")) place.classList.remove("is-marked");
    for (const line of lines().filter((one) => one.matches(".is-drama, .is-mine, .is-near"))) {
      const place = placeOf(line);
      place?.classList.add("is-marked");
      if (place && told && !told.has(line.id) && line.matches(".is-drama") && speed()) flash(line, place);
    }
    const now = lines().map(({ id }) => id);
    const row = document.querySelector(".told");
    if (row && told && now.some((id) => !told.has(id))) row.scrollLeft = 0; // the newest is in front
    told = new Set(now);
  };

  document.addEventListener("htmx:after:swap", settle);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", settle);
  else settle();
})();
