import { settings } from './settings.ts';

// Synthesized sounds: filtered noise for dice and cards, tones for results. Silent by default.

let context: AudioContext | null = null;

interface Noise {
  /** seconds from now */
  at?: number;
  hertz: number;
  q: number;
  loudness: number;
  seconds: number;
}

function noise(audio: AudioContext, { at = 0, hertz, q, loudness, seconds }: Noise): void {
  const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = buffer;
  band.type = 'bandpass';
  band.frequency.value = hertz;
  band.Q.value = q;
  volume.gain.value = loudness;
  source.connect(band).connect(volume).connect(audio.destination);
  source.start(audio.currentTime + at);
}

function tone(audio: AudioContext, at: number, hertz: number, seconds: number, loudness: number): void {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = 'triangle';
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0008, start + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + seconds);
}

/** When a die hits the table, in seconds. */
const HOPS = [0, 0.05, 0.25, 0.44, 0.52, 0.6, 0.74];

const SOUNDS = {
  roll: (audio: AudioContext) => {
    for (const [i, at] of HOPS.entries()) {
      noise(audio, { at, hertz: 1_700 + Math.random() * 1_600, q: 5, loudness: 0.5 - i * 0.05, seconds: 0.05 });
    }
  },
  card: (audio: AudioContext) => noise(audio, { hertz: 3_200, q: 0.8, loudness: 0.28, seconds: 0.09 }),
  won: (audio: AudioContext) => {
    tone(audio, 0, 660, 0.18, 0.12);
    tone(audio, 0.1, 990, 0.3, 0.12);
  },
  lost: (audio: AudioContext) => {
    tone(audio, 0, 220, 0.25, 0.14);
    tone(audio, 0.12, 165, 0.4, 0.14);
  },
  hit: (audio: AudioContext) => {
    noise(audio, { hertz: 180, q: 1.2, loudness: 1, seconds: 0.16 });
    noise(audio, { at: 0.02, hertz: 900, q: 2, loudness: 0.3, seconds: 0.08 });
  },
  turn: (audio: AudioContext) => tone(audio, 0, 660, 0.18, 0.08),
};

export function play(sound: keyof typeof SOUNDS): void {
  if (!settings.value.sound) return;
  context ??= new AudioContext();
  SOUNDS[sound](context);
}
