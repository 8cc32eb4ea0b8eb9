import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Progress } from './competing.ts';

const BAR = 24;
const MINUTE = 60;
const HOUR = 3600;
const TELL_EVERY_SECONDS = 10;

/** Shows the progress: on a terminal in one line that it rewrites, elsewhere in a new line every ten seconds. */
export class ProgressLine {
  readonly #out: NodeJS.WriteStream;
  #shown = '';
  #tellAt = TELL_EVERY_SECONDS;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  show(progress: Progress): void {
    if (!this.#out.isTTY) this.#tell(progress);
    else {
      this.#shown = lineOf(progress);
      this.#out.write(`\r\x1b[K${this.#shown}`);
    }
  }

  #tell(progress: Progress): void {
    if (progress.seconds < this.#tellAt) return;
    this.#tellAt = progress.seconds + TELL_EVERY_SECONDS;
    this.#out.write(`${plainLineOf(progress)}\n`);
  }

  say(line: string): void {
    this.#out.write(this.#shown === '' ? `${line}\n` : `\r\x1b[K${line}\n${this.#shown}`);
  }

  end(): void {
    if (this.#shown !== '') this.#out.write('\r\x1b[K');
    this.#shown = '';
  }
}

export function lineOf(progress: Progress): string {
  const { games, gamesInAll } = progress;
  const full = Math.min(BAR, Math.round((BAR * games) / Math.max(1, gamesInAll)));
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${plainLineOf(progress)}`;
}

function plainLineOf({ games, gamesInAll, gamesNow, seconds }: Progress): string {
  const done = `${games} of ${counted(gamesInAll, 'game')}`;
  if (gamesNow === 0) return done;
  const rate = gamesNow / seconds;
  return `${done}, ${rate.toFixed(1)}/s, ${durationOf((gamesInAll - games) / rate)} left`;
}

function durationOf(seconds: number): string {
  if (seconds < MINUTE) return `${Math.ceil(seconds)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ${Math.floor(seconds % MINUTE)} s`;
  return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`;
}
