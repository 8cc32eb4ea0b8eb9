import { firstHead, nextHead } from '../../../../src/kernel/chain.ts';
import { type Chance, gameSeedFrom, gameSeedFromText, PublishedChance } from '../../../../src/kernel/chance.ts';
import { RecordingChance } from '../../../../src/kernel/draws.ts';
import { sha256Hex } from '../../../../src/kernel/hashing.ts';
import { canonical, sameJson } from '../../../../src/kernel/json.ts';
import type { ActionShape, AnyRuleset } from '../../../../src/kernel/ruleset.ts';
import { isSearch, policyOf } from '../../../../src/kernel/search/policy.ts';
import type { Transcript } from '../types.ts';
import { bytesOf } from '../verify/hex.ts';
import { finalOutcome, type Holder, isStaying, type Leaving, type Outcome, outcomeAfterLeaving } from './ending.ts';

type Entry = Transcript['log'][number];

/** What there would have to be, and what there is. */
export interface Objection {
  check: string;
  expected: unknown;
  found: unknown;
}

/** The actions of a turn that goes on and drew nothing: the versions before them, and whose turn it is. */
interface OwnTurn {
  seat: number | null;
  from: number[];
}

/** Everything that is written in one history, played again entry by entry and held against recipe, rules and chain. */
export class Replay {
  readonly #transcript: Transcript;
  readonly #ruleset: AnyRuleset;
  readonly #chainKey: Uint8Array;
  #seed: Uint8Array | null = null;
  #head: string;
  #at = '';
  /** the states that later entries go back to, by version */
  readonly #past = new Map<number, unknown>();
  #turn: OwnTurn = NO_TURN;
  version = 0;
  status: 'open' | 'playing' | 'finished' | 'aborted' = 'open';
  seats: Holder[] = [];
  state: unknown = null;
  outcome: Outcome | null = null;
  /** how much has held so far; `searched`: of choices by bots that search can only be said that they were legal */
  readonly tally = { draws: 0, actions: 0, choices: 0, searched: 0, states: 0 };

  constructor(transcript: Transcript, ruleset: AnyRuleset) {
    this.#transcript = transcript;
    this.#ruleset = ruleset;
    this.#chainKey = bytesOf(transcript.chainKey);
    for (const entry of transcript.log) if (goesBack(entry)) this.#past.set(targetOf(entry), null);
    this.#head = firstHead(this.#chainKey, transcript);
  }

  /** Plays the next entry; the first thing about it that does not hold, or null. */
  follow(entry: Entry): Objection | null {
    return this.#outOfPlace(entry) ?? this.#change(entry) ?? this.#bound(entry);
  }

  #outOfPlace({ version, kind, at }: Entry): Objection | null {
    if (version !== this.version + 1) return objection('version', this.version + 1, version);
    if (this.outcome !== null || this.status === 'aborted') return objection('end', 'nothing after the end', kind);
    if (!isTime(at) || at < this.#at) return objection('time', `a time not before ${this.#at || 'the creation'}`, at);
    const isDue = (kind === 'created') === (version === 1);
    return isDue ? null : objection('kind', version === 1 ? 'created' : 'a later change', kind);
  }

  #change(entry: Entry): Objection | null {
    const { kind, action, draws } = entry;
    const turn = this.#turn;
    if (kind !== 'undone' && !leavesTurn(entry)) this.#turn = NO_TURN;
    if (kind === 'action' && action !== null) return this.#act(entry) ?? this.#goOn(entry, turn);
    if (kind === 'started') return this.#start(entry);
    if (kind === 'timeout' && action !== null) return this.#act(entry);
    if (draws.length > 0) return objection('number of draws', 0, draws.length);
    return goesBack(entry) ? this.#goBack(entry) : this.#seating(entry);
  }

  /** Whether the seat that has just acted could undo that, as far as the log tells. */
  #goOn({ seat, draws, version }: Entry, { seat: before, from }: OwnTurn): null {
    const goesOn = this.status === 'playing' && this.#ruleset.actors(this.state).includes(seat as number);
    if (!goesOn || draws.length > 0 || this.#policyAt(seat as number) !== null) return null;
    this.#turn = { seat, from: [...(before === seat ? from : []), version - 1] };
    return null;
  }

  #goBack(entry: Entry): Objection | null {
    const { kind, seat } = entry;
    const to = targetOf(entry);
    const state = this.#past.get(to) ?? null;
    const { competition, rated, daily } = this.#transcript;
    const isBound = kind === 'undone' ? competition : competition || rated || (daily && !daily.practice);
    if (this.status !== 'playing' || isBound) return objection('kind', 'no going back here', kind);
    if (to >= entry.version - 1 && kind !== 'undone') return objection('version to go back to', 'an earlier one', to);
    if (state === null) return objection('version to go back to', 'one of the game that was played', to);
    if (kind === 'undone') {
      const due = { seat: this.#turn.seat, to: this.#turn.from.at(-1) };
      if (due.seat !== seat || due.to !== to) return objection('what is undone', due, { seat, to });
      this.#turn = { seat, from: this.#turn.from.slice(0, -1) };
    }
    this.state = state;
    return null;
  }

  /** What the house alone notes: who comes, who goes, and that a game is given up. */
  #seating({ kind, seat, action, version }: Entry): Objection | null {
    const holder = seat === null ? undefined : this.seats[seat];
    const isOpen = this.status === 'open';
    switch (kind) {
      case 'created':
        return this.#takeSeats((action as { seats?: Holder[] }).seats);
      case 'joined':
        if (!isOpen || (holder?.kind !== 'open' && holder?.kind !== 'invited')) return unfit('an open seat', seat);
        return this.#hold(seat as number, action as unknown as Holder);
      case 'left':
        if (!isOpen || (holder?.kind !== 'player' && holder?.kind !== 'invited'))
          return unfit('a seat to give up', seat);
        this.#hold(seat as number, { kind: 'open' });
        if (!this.seats.some((each) => each.kind === 'player')) this.status = 'aborted';
        return null;
      case 'action':
        return objection('action', 'an action', null);
      case 'timeout':
      case 'resigned':
        return this.#leave([seat], { how: kind === 'timeout' ? 'timedOut' : kind, version });
      case 'timeouts':
        return this.#leave((action as { seats?: number[] } | null)?.seats ?? [], { how: 'timedOut', version });
      case 'takeBackAsked':
      case 'takeBackRefused':
      case 'timeGiven':
      case 'timeAsked':
      case 'timeExtended':
      case 'abortAsked':
      case 'abortWithdrawn':
        return null;
      case 'aborted':
      case 'voided':
        this.status = 'aborted';
        return null;
      default:
        return objection('kind', 'a kind of change that there is', kind);
    }
  }

  /** These players leave at once. */
  #leave(leavers: readonly (number | null)[], left: Leaving): Objection | null {
    const known = leavers.filter((seat) => seat !== null);
    const strange = leavers.find(
      (seat) => seat === null || this.seats[seat]?.kind !== 'player' || !isStaying(this.seats[seat]),
    );
    const isTwice = new Set(known).size < leavers.length;
    if (this.status === 'open' || strange !== undefined || isTwice || known.length === 0)
      return unfit('players who are there', strange ?? null);
    for (const seat of known) this.#hold(seat, { ...(this.seats[seat] as Holder), left });
    return this.#end(outcomeAfterLeaving(this.#played, known));
  }

  #takeSeats(seats: Holder[] = []): Objection | null {
    this.seats = seats;
    const { seats: many } = this.#transcript;
    return seats.length === many ? null : objection('number of seats', many, seats.length);
  }

  #hold(seat: number, holder: Holder): null {
    this.seats = this.seats.with(seat, holder);
    return null;
  }

  #start(entry: Entry): Objection | null {
    const isFull = this.seats.every(({ kind }) => kind === 'player' || kind === 'bot');
    if (this.status !== 'open' || !isFull) return objection('kind', 'a start when every seat is taken', entry.kind);
    const { options, seats, serverSeed, seed } = this.#transcript;
    this.status = 'playing';
    const words = this.seats.map(({ clientSeed = '' }) => clientSeed);
    this.#seed = seed === null ? gameSeedFrom(bytesOf(serverSeed ?? ''), words) : gameSeedFromText(seed);
    return this.#step(entry, (chance) => this.#ruleset.setup(options, seats, chance));
  }

  #act(entry: Entry): Objection | null {
    const { seat } = entry;
    const action = entry.action as unknown as ActionShape;
    const awaited = this.status === 'playing' ? this.#ruleset.actors(this.state) : [];
    if (seat === null || !awaited.includes(seat)) return objection('seat', awaited, seat);
    const legal: ActionShape[] = this.#ruleset.legalActions(this.state, seat);
    if (!legal.some((listed) => sameJson(listed, action))) return objection('legality', 'a legal action', action);
    const wrong = this.#chosen(entry, seat, legal);
    if (wrong !== null) return wrong;
    this.tally.actions++;
    return this.#step(entry, (chance) => this.#ruleset.apply(this.state, seat, action, chance));
  }

  /** Whether it is what the recipe has the house choose, where the house chooses. */
  #chosen({ kind, version, action }: Entry, seat: number, legal: ActionShape[]): Objection | null {
    const name = this.#policyAt(seat);
    if (kind !== 'timeout' && name === null) return null;
    if (kind !== 'timeout' && isSearch(name)) {
      this.tally.searched++;
      return null;
    }
    const policy = policyOf(this.#ruleset, kind === 'timeout' ? 'random' : (name as string));
    if (policy === null) return objection('way of playing', 'one of this ruleset', name);
    const chance = new PublishedChance(this.#seed as Uint8Array, `${version}:choice`);
    const chosen = policy(this.#ruleset.view(this.state, seat), legal, chance);
    this.tally.choices++;
    return sameJson(chosen, action) ? null : objection(`choice of the house for seat ${seat}`, chosen, action);
  }

  /** How the house plays a seat; null when its player does. */
  #policyAt(seat: number): string | null {
    const holder = this.seats[seat];
    if (holder?.kind === 'bot') return holder.policy ?? null;
    return holder?.left === undefined ? null : this.#transcript.standIn;
  }

  #step({ version, draws, bounds }: Entry, play: (chance: Chance) => { state: unknown }): Objection | null {
    const live = new RecordingChance(new PublishedChance(this.#seed as Uint8Array, version));
    this.state = play(live).state;
    for (const [i, drawn] of live.draws.entries()) {
      const bound = live.bounds[i];
      if (bounds[i] !== bound) return objection(`bound of draw ${i + 1}`, bound, bounds[i] ?? null);
      if (draws[i] !== drawn) return objection(`draw ${i + 1} below ${bound}`, drawn, draws[i] ?? null);
    }
    if (draws.length > live.draws.length) return objection('number of draws', live.draws.length, draws.length);
    this.tally.draws += live.draws.length;
    const word = this.#ruleset.outcome(this.state);
    return this.#end(word === null ? null : finalOutcome(this.#played, word));
  }

  #end(outcome: Outcome | null): null {
    this.outcome = outcome;
    if (outcome !== null) this.status = 'finished';
    return null;
  }

  get #played() {
    return { ruleset: this.#ruleset, options: this.#transcript.options, seats: this.seats, state: this.state };
  }

  /** The name of the position, and the link of the chain. */
  #bound(entry: Entry): Objection | null {
    const hash = this.state === null ? null : sha256Hex(canonical(this.state));
    if (entry.stateHash !== hash) return objection('hash of the state', hash, entry.stateHash);
    const head = nextHead(this.#chainKey, this.#head, entry);
    if (entry.head !== head) return objection('head of the chain', head, entry.head);
    if (hash !== null) this.tally.states++;
    this.#head = head;
    this.#at = entry.at;
    this.version = entry.version;
    if (this.#past.has(this.version)) this.#past.set(this.version, this.state);
    return null;
  }
}

const NO_TURN: OwnTurn = { seat: null, from: [] };

/** Whether a seat can still undo what it did before: a wish, or what a calendar does, is nobody's deed. */
function leavesTurn({ kind, action }: Entry): boolean {
  if (kind === 'timeExtended') return (action as { because?: unknown } | null)?.because !== 'agreed';
  return ['abortAsked', 'abortWithdrawn', 'takeBackAsked', 'takeBackRefused'].includes(kind);
}

function goesBack({ kind }: Entry): boolean {
  return kind === 'undone' || kind === 'takenBack';
}

/** NaN where it names none. */
function targetOf({ action }: Entry): number {
  return Number((action as { to?: unknown } | null)?.to);
}

export function objection(check: string, expected: unknown, found: unknown): Objection {
  return { check, expected, found };
}

function unfit(expected: string, seat: number | null): Objection {
  return objection('seat', expected, seat);
}

function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
