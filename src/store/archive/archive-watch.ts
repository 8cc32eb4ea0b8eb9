import { counted } from '../../kernel/tabletop/phrases.ts';
import { type ArchiveStore, isLacking } from '../contract/archive.ts';
import { ArchiveMissing } from '../contract/failures.ts';

/** Files are lost seldom, and to look asks the database for all that it knows of them. */
const LOOK_MS = 600_000;
const MOST_NAMED = 5;

/**
 * Looks now and then whether the files are there from which archived games are read. Nobody may ask for these games for months,
 * and a game that is in memory is answered without its file: else it would be noticed when the back-ups are gone too.
 */
export class ArchiveWatch {
  readonly #archive: ArchiveStore;
  readonly #onTrouble: (error: unknown) => void;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  /** how many files lacked something at the last look */
  lacking = 0;

  constructor(archive: ArchiveStore, onTrouble: (error: unknown) => void) {
    this.#archive = archive;
    this.#onTrouble = onTrouble;
  }

  /** Begins to look. */
  start(): void {
    const look = () => {
      this.#looking = this.look().catch(this.#onTrouble);
    };
    this.#timer = setInterval(look, LOOK_MS);
    this.#timer.unref();
    look();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
  }

  async look(): Promise<void> {
    const lacking = (await this.#archive.files()).filter(isLacking);
    this.lacking = lacking.length;
    if (lacking.length === 0) return;
    const games = lacking.reduce((sum, file) => sum + file.games, 0);
    const named = lacking.slice(0, MOST_NAMED).map(({ file }) => file);
    const more = lacking.length > MOST_NAMED ? ' and others' : '';
    const where = this.#archive.directory ?? 'no folder, as ARCHIVE_DIR is not set';
    this.#onTrouble(
      new ArchiveMissing(`${counted(games, 'game')} cannot be read from ${named.join(', ')}${more} in ${where}`),
    );
  }
}
