import { randomBytes } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import { commitmentTo } from '#rules/kernel/chance.ts';
import { hexOf } from '#rules/kernel/hex.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { type Idempotency, inFlight, type Keyed, type Queues, type RowFor } from '../../eventlog/carry-out.ts';
import { Semaphore } from '../../eventlog/queue.ts';
import { done, type Result, refused } from '../../eventlog/result.ts';
import type { Player } from '../../players/players.ts';
import type { EventRow, ServerClock } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import { SERVER_SEED_BYTES } from '../commands/create-game.ts';
import type { DailyChallenges } from '../daily/daily-challenges.ts';
import { capReached } from '../model/caps.ts';
import { type Game, gameSeedOf, isOver, isSeeded, type Reader, rulesOf } from '../model/game.ts';
import { isTaken } from '../model/seats.ts';
import type { GameReader } from '../queries/game-reader.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { ClientSeedOfSeat, Commitment, Fairness as FairnessShape } from './fairness-shapes.ts';
import { chanceSecretsOf, isCommitmentFirst, TranscriptWriter, versionsTaken } from './transcript.ts';

type CommitmentView = Static<typeof Commitment>;
type FairnessView = Static<typeof FairnessShape>;
type Secrets = Pick<FairnessView, 'serverSeed' | 'seed' | 'gameSeed' | 'chainKey'>;

/** The number of entries that are read first. In most games they contain all that happened before the start. */
const ENTRIES_FIRST = 10;

const SEALED: Secrets = { serverSeed: null, seed: null, gameSeed: null, chainKey: null };

interface FairnessParts {
  store: Store;
  log: GameLog;
  clock: ServerClock;
  queues: Queues;
  idempotency: Idempotency;
  gameReader: GameReader;
  dailies: DailyChallenges;
  mostUnused: number;
}

export class Fairness {
  readonly #parts: FairnessParts;
  readonly #transcripts: PublishedTranscripts;

  constructor(parts: FairnessParts) {
    this.#parts = parts;
    this.#transcripts = new PublishedTranscripts(parts.log);
  }

  async commit(player: Player, request: Keyed): Promise<Result<CommitmentView>> {
    const attempt = (rowFor: RowFor) =>
      // handles a player's calls one after another, because calls at the same time could exceed the limit together
      this.#parts.queues.pass(player.id, 'callers', async (): Promise<Result<CommitmentView>> => {
        const unused = await this.#parts.store.fairness.unused(player.id, 2 * this.#parts.mostUnused);
        if (unused >= this.#parts.mostUnused) return capReached('commitments', this.#parts.mostUnused);
        const serverSeed = randomBytes(SERVER_SEED_BYTES);
        const view: CommitmentView = { commitmentId: uuidv7(), commitment: commitmentTo(serverSeed) };
        const { commitmentId: id, commitment } = view;
        const row = { id, playerId: player.id, serverSeed, commitment };
        const made = await this.#parts.store.fairness.addCommitment(row, rowFor({ ...view }, this.#parts.clock.now()));
        return made ? done(view) : inFlight(); // false: another server is carrying out the same request
      });
    return this.#parts.idempotency.once(request, attempt, async (view) => done(view as unknown as CommitmentView));
  }

  /** Shows how the random numbers of a game are made. Includes the secrets only after the game. */
  async view(reader: Reader, gameId: string): Promise<Result<FairnessView>> {
    const opened = await this.#parts.gameReader.open(reader, gameId);
    if (!opened.ok) return opened;
    const game = opened.value;
    const { commitment, commitmentId, place } = game.header;
    const taken = versionsTaken(await this.#seatings(game));
    const seeded = isSeeded(game.header);
    return done({
      gameId,
      ...rulesOf(game),
      seeded,
      competition: place,
      commitment,
      commitmentId,
      commitmentFirst: isCommitmentFirst({ seeded, commitmentId }, taken),
      clientSeeds: game.seats.map((_, seat) => clientSeedView(game, seat, taken[seat] ?? null)),
      head: game.head,
      ...((await this.#isSealed(game)) ? SEALED : secretsOf(game)),
    });
  }

  /** Returns a game's `Transcript` as JSON in UTF-8. */
  async transcript(reader: Reader, gameId: string): Promise<Result<Buffer>> {
    const published = await this.published(reader, gameId);
    return published.ok ? done(await this.#transcripts.of(published.value)) : published;
  }

  /** Returns a game if it is over and nothing about it is secret any longer; otherwise a refusal. */
  async published(reader: Reader, gameId: string): Promise<Result<Game>> {
    const opened = await this.#parts.gameReader.open(reader, gameId);
    if (!opened.ok) return opened;
    const game = opened.value;
    if (!isOver(game)) return refused('game-unfinished', `This game is not over: its status is ${game.status}.`);
    if (await this.#parts.gameReader.isSealed(game)) {
      return refused(
        'board-sealed',
        'The seed and the hidden cards of this game stay secret until all games with the same cards and dice are over.',
      );
    }
    if (await this.#isSealed(game)) {
      return refused(
        'daily-closed',
        'The seed of a game of the day stays secret until the day is over and all players have finished their games.',
      );
    }
    return opened;
  }

  /** Throws `LogDamaged` if the log of one of these finished games is missing. */
  async assertLogged(gameIds: readonly string[]): Promise<void> {
    const missing = await this.#parts.store.log.missingOf(gameIds);
    if (missing !== null) await this.transcriptInCompetition(missing);
  }

  /** Returns the transcript of a game without checking who may see it. Throws if the game is not over. */
  async transcriptInCompetition(gameId: string): Promise<Buffer> {
    const game = await this.#parts.gameReader.find(gameId);
    if (game === null || !isOver(game)) throw new Error(`game ${gameId} of a complete competition is not over`);
    return this.#transcripts.of(game);
  }

  /** Returns the entries before the start, which say who took which seat. */
  async #seatings({ header, version }: Game): Promise<EventRow[]> {
    const seatings: EventRow[] = [];
    for await (const row of this.#parts.log.entries(header, 0, { upTo: version, atOnce: ENTRIES_FIRST })) {
      if (row.kind === 'started') break;
      seatings.push(row);
    }
    return seatings;
  }

  async #isSealed(game: Game): Promise<boolean> {
    if (!isOver(game)) return true;
    const { daily } = game.header;
    return (
      (daily !== null && !(await this.#parts.dailies.isOver(daily))) || (await this.#parts.gameReader.isSealed(game))
    );
  }
}

function clientSeedView({ header, seats }: Game, seat: Seat, version: number | null): Static<typeof ClientSeedOfSeat> {
  const holder = seats[seat];
  const taken = holder !== undefined && isTaken(holder);
  if (isSeeded(header) || !taken || !('clientSeed' in holder)) {
    return { seat, clientSeed: null, source: null, version: null };
  }
  return { seat, clientSeed: holder.clientSeed, source: holder.ownSeed === true ? 'player' : 'server', version };
}

function secretsOf({ header, seats, state }: Game): Secrets {
  const { chainKey, ...chance } = chanceSecretsOf(header);
  return { ...chance, gameSeed: state === null ? null : hexOf(gameSeedOf(header, seats)), chainKey };
}

const MOST_BYTES = 64 * 1024 * 1024;
/** The number of transcripts that are made at once. Each needs memory for its whole length. */
const WRITTEN_AT_ONCE = 2;
const PART_CHARACTERS = 64 * 1024;

/** Makes transcripts of finished games, each once for all readers, and caches them. Pauses for other work. */
class PublishedTranscripts {
  readonly #log: GameLog;
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: MOST_BYTES, sizeCalculation: (bytes) => bytes.length });
  readonly #writing = new Map<string, Promise<Buffer>>();
  readonly #places = new Semaphore(WRITTEN_AT_ONCE);

  constructor(log: GameLog) {
    this.#log = log;
  }

  async of(game: Game): Promise<Buffer> {
    const { id, erased = 0 } = game.header;
    const key = `${id} ${game.head} ${erased}`; // after a loss of data, the game may end with another head (hash)
    const known = this.#kept.get(key) ?? this.#writing.get(key);
    if (known !== undefined) return known;
    const writing = this.#places.pass(() => this.#write(game)).finally(() => this.#writing.delete(key));
    this.#writing.set(key, writing);
    const bytes = await writing;
    this.#kept.set(key, bytes);
    return bytes;
  }

  async #write({ header, version }: Game): Promise<Buffer> {
    const writer = new TranscriptWriter(header);
    const parts: Buffer[] = [];
    let text = '';
    let separator = '';
    for await (const { row, change } of this.#log.told(header, null, { upTo: version })) {
      text += `${separator}${JSON.stringify(writer.entryOf(row, change.game))}`;
      separator = ',';
      if (text.length < PART_CHARACTERS) continue;
      parts.push(Buffer.from(text));
      text = '';
    }
    const frame = JSON.stringify(writer.frame());
    return Buffer.concat([Buffer.from(`${frame.slice(0, -1)},"log":[`), ...parts, Buffer.from(`${text}]}`)]);
  }
}
