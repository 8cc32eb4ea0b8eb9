import type { Viewer } from '#rules/kernel/ruleset.ts';
import { bytes, named, type Position, seatsOf, viewersOf } from './position.ts';
import { redealt } from './redealt.ts';

/** A fact that is hidden in at least this many positions and is the same in all deals counts as a fault. */
const FAIR_NUMBER = 24;

interface Tally {
  what: string;
  chances: number;
  varied: boolean;
  values: Set<string>;
}

/** Checks that `redeal` changes all hidden facts. The laws about leaks compare deals, so they could not find a leak of
 * a fact that stays the same. */
export class HiddenFacts {
  readonly #tallies = new Map<string, Tally>();

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
    if (tally.varied) return;
    const text = bytes(own);
    if (text === bytes(shown)) return;
    this.#tallies.set(what, tally);
    tally.chances++;
    tally.values.add(text);
    tally.varied = text !== bytes(anew);
  }

  complaint(): string | null {
    for (const { what, chances, varied, values } of this.#tallies.values()) {
      if (!varied && chances >= FAIR_NUMBER && values.size > 1) return `redealing never changes ${what}`;
    }
    return null;
  }
}
