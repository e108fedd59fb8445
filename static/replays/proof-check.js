/* The checks of the proof page: those of docs/verify.py, in the visitor's browser.
 *
 * Kibitz.proof has one async function per question; each returns null if the property holds, or the
 * place where it fails. Uses WebCrypto if available, else our own SHA-256 (matches/sha256.js before
 * this file). Nothing is requested from the server.
 */
(() => {
  "use strict";

  const utf8 = new TextEncoder();
  const FORMAT = "kibitz-record/1";
  const bytesOf = (text) => (typeof text === "string" ? utf8.encode(text) : text);
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

  const sha256 = async (text) => {
    const bytes = bytesOf(text);
    if (!window.crypto?.subtle) return Kibitz.sha256BytesPure(bytes);
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  };

  // RFC 2104; our keys are 32 bytes, shorter than a block, so they are never hashed first.
  const hmacPure = (key, message) => {
    const pad = (mask, rest) => {
      const block = new Uint8Array(64 + rest.length).fill(mask, 0, 64);
      key.forEach((byte, i) => (block[i] ^= byte));
      block.set(rest, 64);
      return Kibitz.sha256BytesPure(block);
    };
    return pad(0x5c, pad(0x36, bytesOf(message)));
  };

  const hmacWith = async (key) => {
    if (!window.crypto?.subtle) return async (message) => hmacPure(key, message);
    const kind = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", key, kind, false, ["sign"]);
    return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytesOf(message)));
  };

  /* Parse integers exactly: a record's may be larger than a double can represent. */
  const exact = (_key, value, context) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && context ? BigInt(context.source) : value;
  const read = (text) => JSON.parse(text, exact);

  /* JSON with sorted keys, no white space. */
  const canonical = (value) => {
    if (typeof value === "bigint") return String(value);
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const parts = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
    return `{${parts.join(",")}}`;
  };

  const commitment = async ({ fairness }) =>
    hex(await sha256(unhex(fairness.secret))) === fairness.commitment ? null : "secret";

  /* Whether hashing a value so many times gives another; between two draws lies a deal's secret. */
  const leadsTo = async (value, wanted, steps) => {
    let found = value;
    for (let step = 0; step < steps; step += 1) found = hex(await sha256(unhex(found)));
    return found === wanted;
  };

  const seatCommitment = async ({ match, fairness }, seat) => {
    const text = `kibitz-seat/1|${match}|${seat}|${fairness.commitment}|${fairness.contributions[seat]}`;
    return hex(await sha256(text)) === fairness.seat_commitments[seat] ? null : seat;
  };

  /* In a duplicate event the seed follows from what its entrants contributed (`fairness.deal`). */
  const seed = async ({ match, fairness, seed: claimed }) => {
    const { deal } = fairness;
    const parts = (deal?.parts ?? fairness.contributions).map((text) => hex(bytesOf(text))).join("|");
    const sign = await hmacWith(unhex(fairness.secret));
    return hex(await sign(`kibitz-seed/1|${deal?.event ?? match}|${parts}`)) === claimed ? null : "seed";
  };

  /* Every head, starting with the one before the first action. */
  const heads = async (record) => {
    const { match, game, rules, options, seats, fairness, actions } = record;
    const header = {
      format: FORMAT, match, game, rules, options, seats: seats.length, commitment: fairness?.commitment ?? null,
    };
    const found = [hex(await sha256(canonical(header)))];
    for (const entry of actions) found.push(hex(await sha256(found.at(-1) + canonical(entry))));
    return found;
  };

  /* A source of one operation's 64-bit words, four per block. */
  const wordsOf = (sign, game, k) => {
    let block = 0;
    let ready = [];
    return async () => {
      if (!ready.length) {
        const view = new DataView((await sign(`kibitz/1|${game}|${k}|${block}`)).buffer);
        ready = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
        block += 1;
      }
      return ready.shift();
    };
  };

  const uniform = async (next, count) => {
    if (count === 1) return 0;
    const n = BigInt(count);
    const limit = ((1n << 64n) / n) * n;
    let word = await next();
    while (word >= limit) word = await next();
    return Number(word % n);
  };

  const shuffled = async (next, before) => {
    const cards = [...before];
    for (let i = cards.length - 1; i > 0; i -= 1) {
      const j = await uniform(next, i + 1);
      [cards[i], cards[j]] = [cards[j], cards[i]];
    }
    return cards;
  };

  const operation = async (record, wanted, sign) => {
    const next = wordsOf(sign ?? (await hmacWith(unhex(record.seed))), record.game, wanted.k);
    if (wanted.kind === "uniform") return (await uniform(next, wanted.count)) === wanted.value ? null : wanted.k;
    return canonical(await shuffled(next, wanted.before)) === canonical(wanted.after) ? null : wanted.k;
  };

  const botDice = async (record, { ply, seat, auto, dice }, sign) => {
    const entry = record.actions[ply - 1];
    if (entry?.seat !== seat || entry.auto !== auto) return ply;
    return hex(await sign(`kibitz-bot/1|${record.game}|${seat}|${ply}|0`)) === dice ? null : ply;
  };

  const signer = (record) => hmacWith(unhex(record.seed));

  window.Kibitz = Object.assign(window.Kibitz || {}, {
    proof: { commitment, leadsTo, seatCommitment, seed, heads, operation, botDice, signer, read },
  });
})();
