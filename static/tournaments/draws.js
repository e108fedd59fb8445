/* The page of an event's draws: fetch the event's file, recompute every draw, show the results.
 *
 * All sentences are in the page; this script fills in the blanks. See replays/proof-check.js for
 * the hashes, and docs/verify.py, which does the same and more.
 */
(() => {
  "use strict";

  const page = document.getElementById("draws");
  if (!page) return;
  const { proof } = Kibitz;
  const say = page.dataset;
  const ENTERING = ["register", "late_entry", "join", "make_team"];
  const line = (id) => document.getElementById(`proof-${id}`);

  const set = (id, state) => {
    line(id).dataset.state = state;
    line(id).querySelector("[data-word]").textContent = say[state];
  };

  const fact = (id, name, value) => {
    const term = Object.assign(document.createElement("dt"), { textContent: name });
    const place = document.createElement("dd");
    place.append(Object.assign(document.createElement("code"), { textContent: value }));
    line(id).querySelector("dl").append(term, place);
  };

  const nameOf = ({ kind, payload }) => (kind === "start" ? say.start : say.round.replace("%", payload.round));

  /* Return which of the three fails, if any; records each draw on the way. */
  const check = async ({ actions, names }) => {
    const { commitment } = actions[0].payload.config;
    const parts = [];
    const wrong = new Set();
    let last = { no: 0, secret: commitment };
    let proposed = false;
    let duplicate = false;
    let dealt = 0;
    fact("commitment", say.commitment, commitment);
    for (const action of actions) {
      const { kind, payload } = action;
      if (payload.config && payload.config.commitment !== commitment) wrong.add("commitment");
      if (payload.config) duplicate = payload.config.scoring.preset === "matchpoints";
      if (ENTERING.includes(kind)) {
        parts.push(payload.contribution ?? "");
        if (payload.entry !== parts.length) wrong.add("parts");
        if (payload.contribution) fact("parts", names[payload.entry] ?? payload.entry, payload.contribution);
      }
      if (kind === "start" || kind === "propose_round") {
        const { draw } = payload;
        const again = proposed && kind === "propose_round";
        if (again && JSON.stringify(draw) !== JSON.stringify(last)) wrong.add("seeds");
        if (!again) {
          const steps = draw.no - last.no;
          const fairness = { secret: draw.secret, commitment: last.secret, contributions: parts };
          if (steps !== (duplicate && last.no > 1 ? 2 : 1) || !(await proof.leadsTo(draw.secret, last.secret, steps))) wrong.add("commitment");
          if ((await proof.seed({ match: commitment, fairness, seed: draw.seed })) !== null) wrong.add("seeds");
          fact("seeds", nameOf(action), draw.seed);
          last = draw;
        }
      }
      const deal = kind === "close_round" ? payload.deal : null;
      if (deal) {
        const fairness = { secret: deal.secret, commitment: last.secret, contributions: parts.slice(0, dealt) };
        if ((await proof.commitment({ fairness })) !== null) wrong.add("commitment");
        if ((await proof.seed({ match: commitment, fairness, seed: deal.seed })) !== null) wrong.add("seeds");
        fact("seeds", say.deal.replace("%", payload.round), deal.seed);
      }
      if (kind === "publish_round") dealt = payload.deal?.entries ?? 0;
      proposed = kind === "propose_round" || (proposed && kind !== "publish_round" && kind !== "cancel_round");
    }
    return wrong;
  };

  const verdict = (state, more = "") => {
    const place = document.getElementById("draws-verdict");
    place.dataset.state = state === "unknown" ? "partly" : state === "holds" ? "whole" : "fails";
    place.classList.toggle("is-bad", place.dataset.state === "fails");
    place.querySelector("[data-word]").textContent = `${say[`verdict${state[0].toUpperCase()}${state.slice(1)}`]} ${more}`.trim();
  };

  const run = async () => {
    const answer = await fetch(say.eventUrl);
    if (!answer.ok) throw new Error(String(answer.status));
    const event = await answer.json();
    const committed = Boolean(event.actions[0].payload.config.commitment);
    const wrong = committed ? await check(event) : new Set();
    for (const id of ["commitment", "parts", "seeds"]) {
      set(id, !committed ? "unknown" : wrong.has(id) ? "fails" : "holds");
    }
    verdict(!committed ? "unknown" : wrong.size ? "fails" : "holds");
  };

  run().catch((error) => verdict("broken", error.message));
})();
