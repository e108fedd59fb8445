/* The site's own sounds, made by Web Audio: no files, and nothing until enabled.
 *
 * Off until the switch [data-sound="on"] is set, or the account says so (<html data-sounds>); the
 * volume comes from [data-sound="volume"] (0…100), else <html data-volume>. Settings made here are
 * stored in localStorage. Other modules call `Kibitz.sound("turn")`, or the server's fragment
 * carries data-sound-cue, one name or two that follow each other, on an element that a push adds with
 * an id not seen before.
 */
(() => {
  "use strict";

  const KEY = "kibitz.sound";
  const AHEAD = 0.02; // s
  const LATE = 500; // ms
  // A note: [start (s), length (s), frequency (Hz), wave, loudness]. Wave "noise" is a rustle.
  const CUES = {
    deal: [[0, 0.08, 2600, "noise", 1.6], [0.09, 0.08, 3000, "noise", 1.6], [0.18, 0.1, 2400, "noise", 1.6]],
    play: [[0, 0.09, 1500, "noise", 1.2], [0.01, 0.07, 180, "sine", 0.4]],
    turn: [[0, 0.18, 587, "sine", 0.5], [0.13, 0.3, 880, "sine", 0.5]],
    alarm: [[0, 0.12, 740, "triangle", 0.6], [0.18, 0.12, 740, "triangle", 0.6], [0.36, 0.2, 740, "triangle", 0.6]],
    out: [[0, 0.25, 330, "triangle", 0.6], [0.2, 0.45, 208, "triangle", 0.6]],
    win: [[0, 0.2, 523, "triangle", 0.5], [0.14, 0.2, 659, "triangle", 0.5], [0.28, 0.5, 784, "triangle", 0.5]],
    // The games' own.
    fall: [[0, 0.2, 294, "triangle", 0.6], [0.16, 0.4, 147, "triangle", 0.6]],
    swap: [[0, 0.14, 392, "sine", 0.5], [0.1, 0.2, 523, "sine", 0.5]],
    snatch: [[0, 0.1, 900, "noise", 1.2], [0.07, 0.16, 660, "triangle", 0.5]],
    groan: [[0, 0.5, 92, "sawtooth", 0.5], [0.08, 0.5, 98, "sawtooth", 0.4]],
    blast: [[0, 0.5, 180, "noise", 1.6], [0, 0.4, 60, "sine", 0.5]],
    crack: [[0, 0.08, 1800, "noise", 1.6], [0.07, 0.12, 900, "noise", 1.4]],
    gun: [[0, 0.08, 700, "noise", 2.6], [0.11, 0.08, 700, "noise", 2.6], [0.22, 0.12, 600, "noise", 2.6]],
    hammer: [[0, 0.08, 1200, "triangle", 0.6], [0.15, 0.1, 1200, "triangle", 0.6]],
    march: [[0, 0.1, 160, "sine", 0.6], [0.17, 0.12, 160, "sine", 0.6]],
    horn: [[0, 0.18, 392, "triangle", 0.5], [0.16, 0.18, 523, "triangle", 0.5], [0.32, 0.45, 659, "triangle", 0.5]],
  };

  const { sounds, volume } = document.documentElement.dataset;
  const state = { on: sounds === "on", volume: volume ? Number(volume) : 60 };
  let audio = null;
  let rustle = null;

  try {
    Object.assign(state, JSON.parse(localStorage.getItem(KEY)) || {});
  } catch {
    // Nothing usable is stored: the account's setting applies.
  }

  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      // The choice then lasts as long as the page.
    }
  };

  /** The same noise each time (Park and Miller's generator), so that a sound is always as loud. */
  const noise = () => {
    if (rustle) return rustle;
    let seed = 1;
    rustle = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const data = rustle.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) {
      seed = (seed * 48271) % 2147483647;
      data[i] = (seed / 2147483647) * 2 - 1;
    }
    return rustle;
  };

  const source = (wave, frequency) => {
    if (wave !== "noise") {
      const tone = audio.createOscillator();
      tone.type = wave;
      tone.frequency.value = frequency;
      return [tone, tone];
    }
    const grain = audio.createBufferSource();
    grain.buffer = noise();
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = frequency;
    grain.connect(filter);
    return [grain, filter];
  };

  // Notes begin a little ahead, so that the fade-in is never late, which would click.
  const note = ([start, length, frequency, wave, loudness], voice) => {
    const at = audio.currentTime + AHEAD + start;
    const [from, out] = source(wave, frequency);
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
    gain.gain.linearRampToValueAtTime(0, at + length + 0.01);
    out.connect(gain).connect(voice);
    from.start(at);
    from.stop(at + length + 0.05);
  };

  // One cue at a time: the latest cuts off the one before, so simultaneous cues sound as one.
  let voice = null;
  const sing = (name) => {
    voice?.gain.setTargetAtTime(0, audio.currentTime, AHEAD / 5);
    voice = new GainNode(audio, { gain: state.volume / 250 });
    voice.connect(audio.destination);
    for (const each of CUES[name]) note(each, voice);
  };

  const play = async (name) => {
    if (!state.on || !CUES[name]) return;
    // Browsers keep audio silent until a gesture; drop earlier cues instead of queueing them.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    audio ??= new AudioContext();
    // Also drop cues while the machine sleeps: audio time stops, and all would sound at once on
    // waking.
    const asked = performance.now();
    if (audio.state !== "running") await audio.resume().catch(() => {});
    if (audio.state === "running" && performance.now() - asked < LATE) sing(name);
  };

  const show = () => {
    for (const input of document.querySelectorAll("[data-sound]")) {
      if (input.dataset.sound === "on") input.checked = state.on;
      else input.value = state.volume;
    }
  };

  const change = ({ target }) => {
    const name = target.dataset?.sound;
    if (name === "on") state.on = target.checked;
    else if (name === "volume") state.volume = Number(target.value);
    else return;
    keep();
    show();
    play(name === "on" ? "turn" : "play");
  };
  document.addEventListener("change", change);

  const NEXT = 450; // ms
  const playAll = ([first, second]) => {
    play(first);
    if (second) setTimeout(() => play(second), NEXT);
  };

  const cues = () => document.querySelectorAll("[data-sound-cue][id]");
  const heard = new Set([...cues()].map(({ id }) => id));
  document.addEventListener("htmx:after:swap", () => {
    for (const cue of cues()) {
      if (!heard.has(cue.id)) playAll(cue.dataset.soundCue.split(" "));
      heard.add(cue.id);
    }
  });

  // This script is loaded on demand (later.js), so a switch may have been changed before it ran. A
  // slider without a value attribute defaults to the middle.
  const isMoved = ({ type, checked, defaultChecked, value, defaultValue }) =>
    type === "checkbox" ? checked !== defaultChecked : value !== (defaultValue || "50");
  const moved = [...document.querySelectorAll("[data-sound]")].filter(isMoved);
  if (moved.length) for (const target of moved) change({ target });
  else show();

  window.Kibitz = Object.assign(window.Kibitz || {}, { sound: play });
})();
