/* SHA-256 as lower-case hex, even without WebCrypto (plain http on a host name).
 *
 * Kibitz.sha256(text) → Promise of 64 hex digits, over the text's UTF-8 bytes.
 * Kibitz.sha256Pure(text) → the same without WebCrypto, synchronously.
 * Kibitz.sha256BytesPure(bytes) → 32-byte digest of a Uint8Array, also without WebCrypto.
 */
(() => {
  "use strict";

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  const sha256 = async (text) => {
    const bytes = new TextEncoder().encode(text);
    if (!window.crypto?.subtle) return hex(digest(bytes));
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  };

  // FIPS 180-4. The constants are the first 32 bits of the fractional parts of square roots
  // (start) and cube roots (rounds) of the first primes; they are exact in a double.
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  const ROUNDS = primes.map((p) => fraction(Math.cbrt(p)));
  const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  const padded = (bytes) => {
    const length = Math.ceil((bytes.length + 9) / 64) * 64;
    const block = new Uint8Array(length);
    block.set(bytes);
    block[bytes.length] = 0x80;
    const view = new DataView(block.buffer);
    view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(length - 4, (bytes.length << 3) >>> 0);
    return view;
  };

  const schedule = (view, at) => {
    const w = new Uint32Array(64);
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    return w;
  };

  const compress = (state, w) => {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) >>> 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [a, b, c, d, e, f, g, h] = [(t1 + t2) >>> 0, a, b, c, (d + t1) >>> 0, e, f, g];
    }
    return state.map((word, i) => (word + [a, b, c, d, e, f, g, h][i]) >>> 0);
  };

  const digest = (bytes) => {
    const view = padded(bytes);
    let state = START;
    for (let at = 0; at < view.byteLength; at += 64) state = compress(state, schedule(view, at));
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setUint32(i * 4, word));
    return new Uint8Array(out.buffer);
  };

  const sha256Pure = (text) => hex(digest(new TextEncoder().encode(text)));

  window.Kibitz = Object.assign(window.Kibitz || {}, { sha256, sha256Pure, sha256BytesPure: digest });
})();
