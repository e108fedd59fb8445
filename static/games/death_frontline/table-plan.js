/* The plan: the effect of the current choice, in figures, and the button that carries it out.
 *
 * Fills [data-plan], which provides all the wording; table.js calls it on every change.
 */
(() => {
  "use strict";

  const F = Kibitz.front;
  const { plan, part, cellAt, pair, nameOf, show, cardChoice, attack, waysOf, strength } = F;

  const sentence = (text) => (/[.。]$/.test(text) ? text : `${text}.`);

  const about = () => {
    const held = F.chosen.held && document.getElementById(F.chosen.held);
    const key = F.chosen.target || F.chosen.unit || F.chosen.group[0];
    const source = held || (key && cellAt(key));
    const spoken = (source?.querySelector("[data-spoken]") ?? source?.querySelector(".visually-hidden"))?.textContent ?? "";
    const more = source?.closest("[data-about]")?.dataset.about ?? "";
    return [spoken.trim().replace(/^[:;]\s*/, ""), more.trim()].filter(Boolean).map(sentence).join(" ").replace(/\s+/g, " ").replace(/ ([.,;])/g, "$1");
  };

  // Live regions announce whatever is rewritten, so leave unchanged text alone.
  const put = (selector, words) => {
    const place = plan().querySelector(selector);
    if (place.textContent !== words) place.textContent = words;
  };

  const drawPlan = () => {
    const busy = Boolean(F.chosen.card || F.chosen.unit || F.chosen.target || F.chosen.group.length);
    const breaking = F.choices.breakthroughs?.length > 0;
    show(part("hint"), !busy);
    show(part("body"), busy || breaking);
    put("[data-about-here]", about());
    for (const button of plan().querySelectorAll("[data-send]")) show(button, false);
    drawSupply();
    drawSum();
    drawLayers();
    drawAdvance();
    drawWays();
    drawRest();
    repeat();
  };

  // If the plan is below the field, repeat its next step, or the choice, beside the hand.
  const repeat = () => {
    const line = document.querySelector(".front__hint");
    if (!line) return;
    const next = ["hint", "targets", "places", "movers", "joiners"].map(part).find((one) => !one.hidden);
    const words = next?.textContent ?? about();
    if (line.textContent !== words) line.textContent = words;
  };

  // Cell names, joined with the list separator of the page's language.
  const list = (selector, cells, none = "") => {
    const place = plan().querySelector(selector);
    place.textContent = cells.map(nameOf).join(place.dataset.between) || none;
  };

  const drawSupply = () => {
    const cell = F.chosen.unit ? cellAt(F.chosen.unit) : null;
    const suppliers = F.info[F.chosen.unit]?.suppliers ?? [];
    const lacking = Boolean(cell?.querySelector(".card__state--supply"));
    show(part("supplied"), Boolean(cell) && suppliers.length > 0);
    show(part("unsupplied"), lacking);
    list("[data-suppliers]", suppliers);
  };

  const figures = () => {
    const target = attack();
    if (target && F.chosen.group.length) return strength(target, F.chosen.group);
    const aim = cardChoice().skill?.targets?.find((one) => one.cell === F.chosen.target && one.layer === F.chosen.layer);
    return aim && "attack" in aim ? { value: aim.attack, defence: aim.defence, destroys: aim.destroyed } : null;
  };

  const drawSum = () => {
    const sum = figures();
    show(part("sum"), Boolean(sum));
    show(part("destroys"), sum?.destroys);
    show(part("holds"), sum && !sum.destroys);
    if (!sum) return;
    put("[data-attack]", String(sum.value));
    put("[data-defence]", String(sum.defence));
  };

  const layersHere = () => (cardChoice().skill?.targets ?? F.choices.attacks ?? [])
    .filter((one) => one.cell === F.chosen.target && one.layer).map((one) => one.layer);

  const drawLayers = () => {
    const layers = layersHere();
    show(part("layers"), layers.length > 1);
    for (const radio of part("layers").querySelectorAll("input")) radio.checked = radio.value === F.chosen.layer;
  };

  const drawAdvance = () => {
    const sum = F.chosen.card ? null : figures();
    const able = sum?.destroys ? sum.members.filter((one) => one.advances) : [];
    if (!able.some((one) => one.cell === F.chosen.advance)) F.chosen.advance = "";
    show(part("advance"), able.length > 0);
    const box = plan().querySelector("[data-advances]");
    const cells = able.map((one) => one.cell).join(" ");
    // Rewrite only if the cells changed: one of these buttons may have the focus.
    if (box.dataset.cells !== cells) box.replaceChildren(box.firstElementChild, ...able.map((one) => advanceLabel(one)));
    box.dataset.cells = cells;
    for (const radio of box.querySelectorAll("input")) radio.checked = radio.value === F.chosen.advance;
  };

  const advanceLabel = ({ cell, deadly }) => {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "front-advance", value: cell });
    label.append(radio, `${nameOf(cell)}${deadly ? " ✕" : ""}`);
    return label;
  };

  // Two ways to one cell differ only if one of them enters a minefield on its way.
  const drawWays = () => {
    const ways = F.chosen.unit ? waysOf(F.chosen.unit) : [];
    const isMined = ({ facility }) => facility && facility !== F.root().dataset.of;
    const mined = ways.filter(({ path }) => path.length > 1 && isMined(cellAt(path[0].join(","))?.dataset ?? {}));
    show(part("ways"), mined.length > 0);
    const via = plan().querySelector("[data-words-via]").dataset.wordsVia;
    plan().querySelector("[data-ways]").replaceChildren(...mined.map((way) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
      button.textContent = `${nameOf(F.endOf(way))} ${via} ${nameOf(way.path[0].join(","))}`;
      button.dataset.action = JSON.stringify(F.wayAction(way));
      return button;
    }));
  };

  const send = (kind, action) => {
    const button = plan().querySelector(`[data-send="${kind}"]`);
    button.dataset.action = JSON.stringify(action);
    show(button, true);
  };

  const drawRest = () => {
    const choice = cardChoice();
    const target = attack();
    const block = choice.skill?.blocks?.find((one) => one.cell === F.chosen.target);
    show(part("joiners"), Boolean(target) && target.attackers.some((one) => !F.chosen.group.includes(one.cell)));
    show(part("targets"), Boolean(choice.skill?.targets || choice.skill?.blocks || F.chosen.group.length) && !F.chosen.target);
    show(part("places"), Boolean(choice.deploy || choice.build || (F.chosen.unit && waysOf(F.chosen.unit).length)));
    show(part("movers"), Boolean(choice.skill?.ways) && !F.chosen.unit);
    show(part("block"), Boolean(block));
    if (block) {
      plan().querySelector("[data-hits]").textContent = block.hits;
      list("[data-destroyed]", block.destroyed, "0");
    }
    offerSending(choice, target, block);
  };

  const offerSending = (choice, target, block) => {
    const skill = { type: "skill", card: F.chosen.card };
    if (choice.swap) send("swap", { type: "swap_draw", card: F.chosen.card });
    else if (choice.skill?.plain) send("skill", skill);
    else if (block) send("skill", { ...skill, target: pair(block.cell) });
    else if (choice.skill?.targets && F.chosen.target) {
      send("skill", { ...skill, target: pair(F.chosen.target), ...(F.chosen.layer && { layer: F.chosen.layer }) });
    } else if (target && F.chosen.group.length) {
      const advance = F.chosen.advance ? pair(F.chosen.advance) : null;
      send("attack", { type: "attack", from: F.chosen.group.map(pair), target: pair(target.cell), layer: target.layer, advance });
    } else if (F.choices.breakthroughs?.length) {
      const from = F.choices.breakthroughs.includes(F.chosen.unit) ? F.chosen.unit : F.choices.breakthroughs[0];
      send("breakthrough", { type: "breakthrough", from: pair(from) });
      F.mark([from], "is-chosen");
    }
  };

  // Overlays on the field sit above the hand, whose height grows with a refusal or a long name.
  const measure = new ResizeObserver(([{ target }]) => {
    document.documentElement.style.setProperty("--front-hand", `${target.offsetHeight}px`);
  });

  const standOnHand = () => {
    measure.disconnect();
    const hand = document.querySelector(".front__hand");
    if (hand) measure.observe(hand);
  };

  Object.assign(F, { drawPlan, standOnHand });
})();
