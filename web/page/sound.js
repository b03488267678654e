/** The knock of a disc that is placed, made on the spot. */
import * as kept from './kept.js';

const seconds = 0.09;
let audio;

export function knock() {
  if (!kept.view().sound || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(120, now + seconds);
  loudness.gain.setValueAtTime(0.25, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
