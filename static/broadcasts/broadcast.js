/* A broadcast's table: it follows what is on show, and shows what commentators draw on it.
 *
 * #air is pushed and says how far the match is on show (data-ply) and what is drawn there
 * (data-marks); the position itself is asked for, like any step of a replay. Whoever steps back
 * looks around by themselves until they press #to-newest. A drawing's places are elements of the
 * table and points within them, so they are found again on every screen.
 */
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const [air, replay, stage] = ["air", "replay", "stage"].map((id) => () => byId(id));
  const frame = byId("replay-frame") ?? byId("bare-frame");
  if (!frame) return;

  // --- follow ------------------------------------------------------------------------------------

  let following = !new URLSearchParams(location.search).has("ply");
  let taken = false; // a request of ours is under way
  const AGAIN_MS = 5000; // after one that failed
  const isBehind = () => Number(replay().dataset.ply) !== Number(air().dataset.ply);

  const follow = async () => {
    byId("to-newest").hidden = following;
    if (!following || taken || !isBehind()) return;
    taken = true;
    const before = replay().dataset.ply;
    const query = new URLSearchParams({ ply: air().dataset.ply, as: replay().dataset.eyes });
    await htmx.ajax("GET", `${replay().dataset.base}?${query}`, { source: frame, push: "false" });
    taken = false;
    if (isBehind()) setTimeout(follow, replay().dataset.ply === before ? AGAIN_MS : 0);
  };

  frame.addEventListener("htmx:before:request", ({ detail }) => {
    const { sourceElement, target } = detail.ctx;
    if (sourceElement === frame || target !== replay() || sourceElement.closest(".viewpoints")) return;
    following = false;
    follow();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#to-newest")) return;
    event.preventDefault();
    following = true;
    history.replaceState(null, "", replay().dataset.base);
    follow();
  });

  // --- drawings ----------------------------------------------------------------------------------

  const SCALE = 1000;
  const ARROW = 14; // shorter ones, in pixels, are circles
  const svg = byId("marks");

  const elementOf = (place) => {
    const [id, ...way] = place.split("/");
    return way.reduce((node, step) => node?.children[step], stage().querySelector(`#${CSS.escape(id)}`));
  };

  const pointOf = ([place, x, y]) => {
    const box = elementOf(place)?.getBoundingClientRect();
    if (!box?.width) return null;
    const origin = frame.getBoundingClientRect();
    return [box.left + (box.width * x) / SCALE - origin.left, box.top + (box.height * y) / SCALE - origin.top];
  };

  const placeOf = (x, y) => {
    const found = document.elementsFromPoint(x, y).find((node) => stage().contains(node) && node.closest("#stage [id]"));
    if (!found) return null;
    const way = [];
    let node = found;
    for (; !node.id; node = node.parentNode) way.unshift([...node.parentNode.children].indexOf(node));
    const box = found.getBoundingClientRect();
    const part = (at, start, size) => Math.round(Math.min(1, Math.max(0, (at - start) / size)) * SCALE);
    return [[node.id, ...way].join("/"), part(x, box.left, box.width), part(y, box.top, box.height)];
  };

  const shape = (points) => {
    const arrow = points.length > 1;
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", arrow ? "line" : "circle");
    const [[x1, y1], [x2, y2] = []] = points;
    const values = arrow ? { x1, y1, x2, y2, "marker-end": "url(#arrow)" } : { cx: x1, cy: y1, r: 26 };
    for (const name in values) drawn.setAttribute(name, values[name]);
    return drawn;
  };

  const show = () => {
    const { marks } = isBehind() ? replay().dataset : air().dataset;
    const drawn = JSON.parse(marks || "[]").map((places) => places.map(pointOf));
    const whole = drawn.filter((points) => points.every(Boolean));
    svg.querySelector("g").replaceChildren(...whole.map(shape));
  };

  const draw = byId("air-draw");
  const say = byId("air-say");
  let from = null;

  draw?.addEventListener("click", () => {
    const on = draw.getAttribute("aria-pressed") !== "true";
    draw.setAttribute("aria-pressed", String(on));
    svg.classList.toggle("is-drawing", on);
  });
  svg.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, y: event.clientY, place: placeOf(event.clientX, event.clientY) };
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointerup", (event) => {
    if (!from?.place) return;
    const to = placeOf(event.clientX, event.clientY);
    const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > ARROW;
    const values = { ply: replay().dataset.ply, mark: JSON.stringify(far && to ? [from.place, to] : [from.place]) };
    from = null;
    htmx.ajax("POST", draw.dataset.url, { source: draw, swap: "none", values });
  });
  // What is said is about the position its author sees.
  say?.addEventListener("submit", () => (say.elements.ply.value = replay().dataset.ply), true);
  say?.addEventListener("htmx:before:request", () => (say.elements.ply.value = replay().dataset.ply), true);
  const sentenceIn = (html) =>
    new DOMParser().parseFromString(html, "text/html").querySelector("[role=alert]")?.textContent.trim();

  // A refusal is a page with its sentence, which is told here.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!say || ctx.request.method !== "POST") return;
    const refusal = byId("air-refusal");
    const isRefused = ctx.response.status >= 400;
    refusal.textContent = (isRefused && sentenceIn(ctx.text)) || "";
    refusal.hidden = !refusal.textContent;
    if (!isRefused && ctx.sourceElement === say) say.elements.text.value = "";
  });

  document.addEventListener("htmx:after:swap", () => {
    follow();
    show();
  });
  window.addEventListener("resize", show);
  window.addEventListener("load", show);
  document.addEventListener("scroll", show, true);
  follow();
  show();
})();
