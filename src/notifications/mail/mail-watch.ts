import type { Mailed } from './mailer.ts';

/** Between two words about the same outage. */
const SAID_MS = 60_000;

/** What is known of a mail server that takes nothing. */
export interface MailOutage {
  /** of the last mail */
  reason: string | null;
  /** mails that it did not take, since it last took one */
  failed: number;
}

export interface MailWatchParts {
  /** told at the first mail that the server does not take, and once a minute at most while it takes none */
  onOut(outage: MailOutage): void;
  /** told at the first mail that is taken, or refused for its address alone, after that */
  onBack(): void;
  /** in milliseconds, of any beginning */
  now?: () => number;
}

/** Tells the trouble of one mail server apart from the many mails in which it shows. */
export class MailWatch {
  readonly #parts: MailWatchParts;
  readonly #now: () => number;
  #failed = 0;
  #saidAt = 0;

  constructor(parts: MailWatchParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  readonly saw = ({ reached, error: reason }: Mailed): void => {
    if (reached !== null) {
      if (this.#failed > 0) this.#parts.onBack();
      this.#failed = 0;
      return;
    }
    this.#failed++;
    const now = this.#now();
    if (this.#failed > 1 && now < this.#saidAt + SAID_MS) return;
    this.#saidAt = now;
    this.#parts.onOut({ reason, failed: this.#failed });
  };
}
