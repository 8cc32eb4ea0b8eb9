const HERTZ = 660;
const SECONDS = 0.18;
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

/** A short soft tone, made on the spot: it is somebody's turn. */
export function chime(): void {
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime;
  tone.frequency.value = HERTZ;
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + SECONDS);
}
