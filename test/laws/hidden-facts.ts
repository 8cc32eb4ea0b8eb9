import type { Viewer } from '#rules/kernel/ruleset.ts';
import { bytes, named, type Position, seatsOf, viewersOf } from './position.ts';
import { redealt } from './redealt.ts';

/** Chances that a hidden fact has to vary before its absence is held against the ruleset. */
const FAIR_NUMBER = 24;

interface Tally {
  what: string;
  chances: number;
  varied: boolean;
  values: Set<string>;
}

/**
 * Whether redealing draws anew all that is hidden. A redeal that leaves a hidden hand as it is would keep
 * the leak laws from ever seeing that hand leak.
 */
export class HiddenFacts {
  readonly #tallies = new Map<string, Tally>();

  /** Counts the position in, if its ruleset hides anything. */
  note(at: Position): void {
    if (!at.subject.ruleset.hiddenInformation) return;
    for (const viewer of viewersOf(at.seats)) {
      for (const lot of ['one hidden deal', 'another']) {
        const dealt = redealt(at, viewer, lot);
        this.#count('what the rules know', viewer, at.state, null, dealt);
        for (const seat of seatsOf(at.seats)) if (seat !== viewer) this.#noteSeat(at, dealt, viewer, seat);
      }
    }
  }

  #noteSeat(at: Position, dealt: unknown, viewer: Viewer, seat: number): void {
    const { ruleset } = at.subject;
    const own = ruleset.view(at.state, seat);
    const anew = ruleset.view(dealt, seat);
    const shown = ruleset.view(at.state, viewer);
    this.#count(`what seat ${seat} sees`, viewer, own, shown, anew);
    if (viewer !== 'spectator') return;
    for (const field of Object.keys(own)) {
      this.#count(`the ${field} that seat ${seat} sees`, viewer, own[field], shown[field], anew[field]);
    }
  }

  #count(fact: string, viewer: Viewer, own: unknown, shown: unknown, anew: unknown): void {
    const what = `${fact} and ${named(viewer)} does not`;
    const tally = this.#tallies.get(what) ?? { what, chances: 0, varied: false, values: new Set() };
    if (tally.varied) return; // nothing that comes later can be held against it
    const text = bytes(own);
    if (text === bytes(shown)) return;
    this.#tallies.set(what, tally);
    tally.chances++;
    tally.values.add(text);
    tally.varied = text !== bytes(anew);
  }

  /** A sentence about a fact that was hidden often, took several values and never came out otherwise. */
  complaint(): string | null {
    for (const { what, chances, varied, values } of this.#tallies.values()) {
      if (!varied && chances >= FAIR_NUMBER && values.size > 1) return `redealing never changes ${what}`;
    }
    return null;
  }
}
