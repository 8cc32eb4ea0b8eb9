import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player, Players } from '../../players/players.ts';
import type { BlockedPlayer, BlockKind } from '../../store/blocks.ts';
import type { HouseClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { capRefused } from '../model/caps.ts';

/** Players that one may mute, and as many that they may block. */
export const MOST_AVOIDED = 500;

interface AvoidanceParts {
  store: Store;
  players: Players;
  clock: HouseClock;
}

/** Whom players have muted and blocked. Nobody but they themselves is told. */
export class Avoidance {
  readonly #parts: AvoidanceParts;

  constructor(parts: AvoidanceParts) {
    this.#parts = parts;
  }

  /** Mutes or blocks somebody, or leaves it at that. */
  async put(player: Player, kind: BlockKind, otherId: string): Promise<Result<null>> {
    const { store, players, clock } = this.#parts;
    const known = await players.known(otherId);
    if (!known.ok) return known;
    const other = known.value;
    if (other.id === player.id) {
      const errors = [{ pointer: '/playerId', message: 'is your own id' }];
      return refused('invalid-request', `You cannot ${kind} yourself.`, { errors });
    }
    const block = { playerId: player.id, kind, otherId: other.id, at: clock.now() };
    if (await store.blocks.put(block, MOST_AVOIDED)) return done(null);
    const [verb, takeBack] = kind === 'mute' ? ['muted', 'unmutePlayer'] : ['blocked', 'unblockPlayer'];
    const detail = `You have ${verb} ${MOST_AVOIDED} players, as many as one may.`;
    return capRefused(`${kind}s`, detail, `Take one back: \`${takeBack}\`.`);
  }

  /** Takes it back; what is not there needs no taking back. */
  remove(player: Player, kind: BlockKind, otherId: string): Promise<void> {
    return this.#parts.store.blocks.remove({ playerId: player.id, kind, otherId });
  }

  /** The newest first. */
  of(player: Player, kind: BlockKind): Promise<BlockedPlayer[]> {
    return this.#parts.store.blocks.of(player.id, kind);
  }
}
