/* The battlefield's elements and data, shared by table.js, table-plan.js and table-hands.js.
 *
 * Kibitz.front holds the current choice (`chosen`), the possible choices (`choices`, `info`:
 * display.py documents their shapes), and functions to query them. Nothing here changes the page.
 */
(() => {
  "use strict";

  const root = () => document.querySelector("[data-front]");
  const options = () => document.getElementById("options")?.dataset ?? {};
  const plan = () => root()?.querySelector("[data-plan]");
  const part = (name) => plan().querySelector(`[data-part="${name}"]`);
  const cells = () => [...root().querySelectorAll("[data-cell]")];
  const cellAt = (key) => root().querySelector(`[data-cell="${key}"]`);
  const pair = (key) => key.split(",").map(Number);
  const nameOf = (key) => cellAt(key)?.dataset.name ?? "";
  const version = () => document.getElementById("stage")?.dataset.version ?? "";
  const show = (node, on) => { if (node) node.hidden = !on; };

  const nothing = () => ({ card: "", held: "", unit: "", target: "", layer: "", group: [], advance: "" });

  const cardChoice = () => F.choices.cards?.[F.chosen.card] ?? {};
  const attacksOn = (key) => (F.choices.attacks ?? []).filter((one) => one.cell === key);
  const attack = () => attacksOn(F.chosen.target).find((one) => one.layer === F.chosen.layer);
  const attackerOf = (target, key) => target.attackers.find((one) => one.cell === key);
  const isAttacker = (key) => (F.choices.attacks ?? []).some((one) => attackerOf(one, key));
  const waysOf = (key) => cardChoice().skill?.ways?.[key] ?? (F.chosen.card ? [] : F.choices.units?.[key]?.ways ?? []);

  // --- the outcome of choosing a group ---------------------------------------------------------

  const strength = (target, group) => {
    const members = group.map((key) => attackerOf(target, key)).filter(Boolean);
    const value = members.reduce((sum, one) => sum + one.value, 0);
    const defence = members.some((one) => one.breaches) ? target.breached : target.defence;
    return { value, defence, destroys: value > defence, members };
  };

  // The fewest troops that destroy the target, the weakest that suffice; all if nobody can.
  const smallestGroup = (target) => {
    const sorted = [...target.attackers].sort((a, b) => b.value - a.value);
    for (let size = 1; size <= sorted.length; size += 1) {
      const group = sorted.slice(0, size).map((one) => one.cell);
      if (!strength(target, group).destroys) continue;
      for (const last of sorted.slice(size).reverse()) {
        const thriftier = [...group.slice(0, -1), last.cell];
        if (strength(target, thriftier).destroys) return thriftier;
      }
      return group;
    }
    return sorted.map((one) => one.cell);
  };

  const F = { chosen: nothing(), choices: {}, info: {} };
  Object.assign(F, { root, options, plan, part, cells, cellAt, pair, nameOf, version, show, nothing, cardChoice, attacksOn, attack, attackerOf, isAttacker, waysOf, strength, smallestGroup });
  window.Kibitz = Object.assign(window.Kibitz || {}, { front: F });
})();
