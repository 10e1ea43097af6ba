// A small knock for a move, made on the spot. It is off until somebody wants it, and
// never sounds for what is only shown again.

const KEY = 'plylog.sound';
/** @type {AudioContext | undefined} */
let audio;

export const on = () => localStorage.getItem(KEY) === 'on';

/** @param {boolean} to */
export function turn(to) {
  localStorage.setItem(KEY, to ? 'on' : 'off');
  if (to) knock();
}

/** Wood on wood. @param {boolean} [low] a capture is lower */
export function knock(low = false) {
  if (!on() || document.hidden) return;
  audio ??= new AudioContext();
  void audio.resume();
  const now = audio.currentTime, tone = audio.createOscillator(), volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(low ? 210 : 320, now);
  tone.frequency.exponentialRampToValueAtTime(low ? 70 : 110, now + 0.07);
  volume.gain.setValueAtTime(0.22, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.11);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.12);
}
