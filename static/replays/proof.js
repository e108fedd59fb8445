/* The proof page: fetch the record and the list of operations, check them, show the results.
 *
 * All sentences are in the page; this script fills in the blanks. See proof-check.js for the
 * checks.
 */
(() => {
  "use strict";

  const page = document.getElementById("proof");
  if (!page) return;
  const { proof } = Kibitz;
  const say = page.dataset;
  let heads = [];

  const line = (id) => document.getElementById(`proof-${id}`);

  const set = (element, state, detail = "") => {
    element.dataset.state = state;
    element.querySelector("[data-word]").textContent = say[state];
    const place = element.querySelector("[data-detail]");
    if (place) place.textContent = detail;
  };

  const count = (id, number) => {
    line(id).querySelector("[data-count]").textContent = number;
  };

  const code = (text) => Object.assign(document.createElement("code"), { className: "fair", textContent: text });

  const fact = (list, name, value, state) => {
    const term = Object.assign(document.createElement("dt"), { textContent: name });
    const place = document.createElement("dd");
    place.append(code(value));
    if (state) {
      const mark = Object.assign(document.createElement("span"), { className: "proof-mark", textContent: say[state] });
      mark.dataset.state = state;
      place.append(" ", mark);
    }
    list.append(term, place);
  };

  const facts = (id) => line(id).querySelector("dl");

  const checkCommitment = async (record) => {
    const wrong = await proof.commitment(record);
    fact(facts("commitment"), say.secret, record.fairness.secret);
    fact(facts("commitment"), say.commitment, record.fairness.commitment);
    set(line("commitment"), wrong === null ? "holds" : "fails");
  };

  const checkSeats = async (record) => {
    let bad = 0;
    for (const [seat, name] of record.seats.entries()) {
      const wrong = await proof.seatCommitment(record, seat);
      bad += wrong === null ? 0 : 1;
      fact(facts("seats"), name, record.fairness.contributions[seat], wrong === null ? "holds" : "fails");
    }
    set(line("seats"), bad ? "fails" : "holds");
  };

  const checkSeed = async (record) => {
    fact(facts("seed"), say.seed, record.seed);
    set(line("seed"), (await proof.seed(record)) === null ? "holds" : "fails");
  };

  const checkChain = async (record, shown) => {
    heads = await proof.heads(record);
    const list = line("chain").querySelector("ol");
    let wrong = heads.at(-1) === record.head ? null : record.head;
    for (const [ply, head] of heads.entries()) {
      const item = document.createElement("li");
      item.value = ply;
      item.append(code(head));
      if (shown && shown[ply] !== head) {
        wrong ??= shown[ply];
        item.dataset.state = "fails";
      }
      list.append(item);
    }
    count("chain", heads.length);
    set(line("chain"), wrong === null ? "holds" : "fails");
  };

  const row = (texts, wrong) => {
    const item = document.createElement("tr");
    item.dataset.state = wrong === null ? "holds" : "fails";
    for (const text of [...texts, say[item.dataset.state]]) {
      item.append(Object.assign(document.createElement("td"), { textContent: text }));
    }
    return item;
  };

  const told = (operation) => {
    const [from, to] =
      operation.kind === "shuffle"
        ? [operation.before.join(" "), operation.after.join(" ")]
        : [`0 … ${operation.count - 1}`, String(operation.value)];
    return [operation.k, operation.ply, say[operation.kind], from, to];
  };

  const checkOperations = async (record, operations) => {
    const body = line("operations").querySelector("tbody");
    const sign = await proof.signer(record);
    let bad = 0;
    for (const [index, operation] of operations.entries()) {
      const wrong = operation.k === index ? await proof.operation(record, operation, sign) : index;
      bad += wrong === null ? 0 : 1;
      body.append(row(told(operation), wrong));
    }
    count("operations", operations.length);
    set(line("operations"), bad ? "fails" : "holds");
  };

  const checkBots = async (record, bots) => {
    const body = line("bots").querySelector("tbody");
    const sign = await proof.signer(record);
    const chosen = record.actions.filter(({ auto }) => auto?.startsWith("bot:")).length;
    let bad = chosen === bots.length ? 0 : 1;
    for (const bot of bots) {
      const wrong = await proof.botDice(record, bot, sign);
      bad += wrong === null ? 0 : 1;
      body.append(row([bot.ply, record.seats[bot.seat], bot.auto.replace("bot:", ""), bot.dice], wrong));
    }
    count("bots", bots.length);
    set(line("bots"), bad ? "fails" : "holds");
  };

  const fetchJson = async (url) => {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    const body = proof.read(await answer.text());
    if (!answer.ok) throw new Error(body.sentence ?? String(answer.status));
    return body;
  };

  const verdict = () => {
    const states = [...page.querySelectorAll(".proof-line")].map((each) => each.dataset.state);
    const state = states.includes("fails") ? "fails" : states.includes("unknown") ? "partly" : "whole";
    const place = document.getElementById("proof-verdict");
    place.dataset.state = state;
    place.classList.toggle("is-bad", state === "fails");
    place.querySelector("[data-word]").textContent = say[`verdict${state[0].toUpperCase()}${state.slice(1)}`];
  };

  const run = async () => {
    const record = await fetchJson(say.recordUrl);
    const listed = await fetchJson(say.operationsUrl).catch((error) => ({ sentence: error.message }));
    if (record.fairness) {
      await checkCommitment(record);
      await checkSeats(record);
      await checkSeed(record);
    } else {
      for (const id of ["commitment", "seats", "seed"]) set(line(id), "unknown");
    }
    await checkChain(record, listed.heads);
    if (listed.operations) {
      await checkOperations(record, listed.operations);
      await checkBots(record, listed.bots);
    } else for (const id of ["operations", "bots"]) set(line(id), "unknown", listed.sentence);
    verdict();
  };

  document.getElementById("noted-head").addEventListener("input", ({ target }) => {
    const noted = target.value.trim().toLowerCase();
    const ply = noted.length >= 8 ? heads.findIndex((head) => head.startsWith(noted)) : -1;
    const answer = document.getElementById("noted-answer");
    if (noted.length < 8) answer.textContent = "";
    else answer.textContent = ply < 0 ? say.notedUnknown : say.notedKnown.replace("%", ply);
  });

  run().catch((error) => {
    const place = document.getElementById("proof-verdict");
    place.dataset.state = "fails";
    place.classList.add("is-bad");
    place.querySelector("[data-word]").textContent = `${say.verdictBroken} ${error.message}`;
  });
})();
