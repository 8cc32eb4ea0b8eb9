import { poolOf } from '../../games/model/rated-game.ts';
import type { Catalogue, CatalogueEntry } from '../../rulesets/catalogue.ts';
import { untouched } from '../../seeks/commands/new-seek.ts';
import { seekView, soughtView } from '../../seeks/queries/seek-view.ts';
import type { SeekState, SeekTerms } from '../../store/contract/seeks.ts';
import { EXAMPLE_PLAYER } from './examples.ts';

/** Examples for the operations about seeks: moments of one seek, told as its player gets them. */
export interface SeekExamples {
  requests: Record<string, object>;
  open: object;
  waiting: object;
  playing: object;
  done: object;
  cancelled: object;
  sought: object;
}

const ID = '01930000-0000-7000-8000-000000000020';
const GAME_ID = '01930000-0000-7000-8000-000000000021';
const AT = new Date('2026-01-01T12:00:00.000Z');
const LATER = new Date('2026-01-01T12:00:00.480Z');
const CLOCK = { perAction: 10, onTimeout: 'resign' } as const;
const PAIR = 2;

/** Of the first ruleset that several play: it is the same at every start of the service. */
export function seekExamplesOf(catalogue: Catalogue): SeekExamples {
  const entries = [...catalogue.values()];
  const entry = entries.find(({ ruleset }) => ruleset.seats.max >= PAIR) ?? (entries[0] as CatalogueEntry);
  const { ruleset } = entry;
  const terms = termsOf(entry);
  const seek = untouched(terms);
  const waiting = { ...seek, version: 2, waitingBecause: 'noOpponent' as const, updatedAt: LATER };
  const begun = {
    ...waiting,
    waitingBecause: 'ownGames' as const,
    running: 1,
    lastGameId: GAME_ID,
    waitingSince: LATER,
  };
  const over = { ...begun, version: 4, running: 0, played: 1, waitingBecause: null };
  const ended = (state: Pick<SeekState, 'status' | 'endedBecause'>) => seekView({ ...over, ...state });
  const { options, seats, clock, poolId, rulesVersion } = terms;
  return {
    requests: {
      game: { ruleset: ruleset.id, clock: CLOCK },
      ladder: {
        ruleset: ruleset.id,
        clock: CLOCK,
        opponents: 'players',
        ratingWithin: 200,
        games: 100,
        concurrency: 4,
        clientSeed: 'wind and tide',
      },
      house: { ruleset: ruleset.id, clock: CLOCK, opponents: 'house' },
    },
    open: seekView(seek),
    waiting: seekView(waiting),
    playing: seekView({ ...begun, version: 3, runningGames: [GAME_ID] }),
    done: ended({ status: 'done', endedBecause: 'allPlayed' }),
    cancelled: seekView({
      ...waiting,
      version: 3,
      status: 'cancelled',
      endedBecause: 'cancelled',
      waitingBecause: null,
    }),
    sought: soughtView(
      { ruleset: ruleset.id, rulesVersion, options, seats, clock, poolId, waiting: 1, players: 12 },
      ruleset,
    ),
  };
}

function termsOf({ ruleset, inputs }: CatalogueEntry): SeekTerms {
  const { id, rulesVersion } = ruleset;
  const form = inputs.options(undefined);
  if (!form.ok) throw new Error(`${id} has no defaults for its options`);
  const seats = Math.max(PAIR, ruleset.seats.min);
  const pool = poolOf({ ruleset: id, rulesVersion, options: form.value, seats });
  return {
    ...{ id: ID, playerId: EXAMPLE_PLAYER.id, ruleset: id, rulesVersion, options: pool.options, seats },
    ...{ clock: CLOCK, poolId: pool.id, fit: pool.id, opponents: 'anyone', ratingWithin: null, patienceMs: 500 },
    ...{ games: 1, concurrency: 1, clientSeed: null, createdAt: AT },
  };
}
