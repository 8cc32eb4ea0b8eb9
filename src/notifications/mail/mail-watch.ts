import type { Mailed } from './mailer.ts';

const SAID_MS = 60_000;

export interface MailWatchParts {
  /** called when a first mail fails, then at most once a minute; `failed` counts the failed mails of this outage */
  onOut(outage: { reason: string | null; failed: number }): void;
  /** called when the outage ends: a mail was accepted, or rejected only because of its address */
  onBack(): void;
  /** returns milliseconds since a fixed moment */
  now?: () => number;
}

/** Reports an outage of the mail server once instead of for every mail. */
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
