/* SHA-256 of bytes where WebCrypto is missing (plain http on a host name): Kibitz.sha256BytesPure.
 *
 * FIPS 180-4. The constants are the first 32 bits of the fractional parts of the square roots
 * (start) and cube roots (rounds) of the first primes; doubles hold them exactly.
 */
(() => {
  "use strict";

  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0;
  const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const ROUNDS = primes.map((p) => fraction(Math.cbrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  const padded = (bytes) => {
    const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
    new Uint8Array(view.buffer).set(bytes);
    view.setUint8(bytes.length, 0x80);
    view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(view.byteLength - 4, (bytes.length << 3) >>> 0);
    return view;
  };

  const schedule = (view, at) => {
    const w = new Uint32Array(64);
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const near = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const far = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + near + w[i - 7] + far;
    }
    return w;
  };

  const compress = (state, w) => {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const first = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + first + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) >>> 0;
      const second = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (second + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
    }
    return state.map((word, i) => (word + [a, b, c, d, e, f, g, h][i]) >>> 0);
  };

  const sha256BytesPure = (bytes) => {
    const view = padded(bytes);
    let state = START;
    for (let at = 0; at < view.byteLength; at += 64) state = compress(state, schedule(view, at));
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setUint32(i * 4, word));
    return new Uint8Array(out.buffer);
  };

  window.Kibitz = Object.assign(window.Kibitz || {}, { sha256BytesPure });
})();
