import { type CardId, deckOf, isWacky } from '#rules/champions-of-chance/cards.ts';
import type { Event } from '#rules/champions-of-chance/events.ts';
import type { Options } from '#rules/champions-of-chance/options.ts';
import type { State } from '#rules/champions-of-chance/state.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';

interface Arrival {
  seat: Seat;
  time: number;
  card: CardId | null;
}

interface Move {
  time: number;
  from: Seat;
  to: Seat;
  card: CardId | null;
  /** the card was stolen from a die, a set of hand cards; `since` is the time at which this die was made */
  since: number;
}

/** The hands in which a card was seen, from a shuffle until the card is discarded or placed on a pile, if ever. */
interface Way {
  card: CardId;
  shuffle: number;
  sightings: { time: number; seat: Seat }[];
}

const END = Number.POSITIVE_INFINITY;

/** Decides, without the code of the rules, whether the game could have reached a position in a way that shows this
 * viewer exactly what they saw. */
export class Witness {
  readonly #arrivals: Arrival[][] = [[]];
  readonly #moves: Move[] = [];
  readonly #ways = new Map<CardId, Way>();
  readonly #finished: Way[] = [];
  readonly #allWacky: { time: number; seat: Seat }[] = [];
  #open: CardId[] = [];
  #time = 0;
  #number = 0;
  #diceMade = 0;
  #rolled = new Map<Seat, CardId>();

  constructor(options: Options) {
    for (const card of deckOf(options)) this.#ways.set(card, { card, shuffle: 0, sightings: [] });
  }

  hear(events: readonly Event[]): void {
    for (const event of events) {
      this.#time++;
      this.#note(event);
    }
  }

  #note(event: Event): void {
    const seat = event.seat as Seat;
    switch (event.type) {
      case 'handDealt':
        for (let i = 0; i < event.data.count; i++) this.#arrive(seat, event.data.cards?.[i]?.id ?? null);
        break;
      case 'numberSet':
        this.#number = event.data.number;
        this.#diceMade = this.#time;
        break;
      case 'dieRolled':
        this.#sight(event.data.card.id, seat);
        this.#rolled.set(seat, event.data.card.id);
        if (this.#number === 1 && event.data.card.power !== null) this.#allWacky.push({ time: this.#time, seat });
        break;
      case 'cardDiscarded':
        this.#open.push(event.data.card.id);
        this.#finish(event.data.card.id, seat);
        break;
      case 'cardPlaced':
        this.#finish(event.data.card.id, seat);
        break;
      case 'topCardLost':
        this.#open.push(event.data.card.id);
        break;
      case 'drawPileFormed':
        this.#arrivals.push([]);
        for (const card of this.#open) this.#ways.set(card, { card, shuffle: this.#shuffle, sightings: [] });
        this.#open = [];
        break;
      case 'cardDrawn':
        this.#arrive(seat, event.data.card?.id ?? null);
        break;
      case 'dieInspected':
        for (const { id } of event.data.cards ?? []) this.#sight(id, event.data.from);
        break;
      case 'cardStolen':
        this.#steal(event.data.from, seat, event.data.card?.id ?? null);
        break;
    }
  }

  get #shuffle(): number {
    return this.#arrivals.length - 1;
  }

  #arrive(seat: Seat, card: CardId | null): void {
    this.#arrivals[this.#shuffle]?.push({ seat, time: this.#time, card });
  }

  #sight(card: CardId, seat: Seat): void {
    this.#ways.get(card)?.sightings.push({ time: this.#time, seat });
  }

  #finish(card: CardId, seat: Seat): void {
    this.#sight(card, seat);
    this.#finished.push(this.#ways.get(card) as Way);
    this.#ways.delete(card);
  }

  /** Records a theft. If the die had only one card, all players know the stolen card, because the roll showed it. */
  #steal(from: Seat, to: Seat, card: CardId | null): void {
    const known = card ?? (this.#number === 1 ? (this.#rolled.get(from) as CardId) : null);
    this.#moves.push({ time: this.#time, from, to, card: known, since: this.#diceMade });
  }

  get unseenThefts(): number {
    return this.#moves.filter(({ card }) => card === null).length;
  }

  finds(state: State): boolean {
    const ways = [...this.#finished];
    for (const way of this.#ways.values()) {
      const holder = state.hands.findIndex((hand) => hand.includes(way.card));
      if (holder >= 0) ways.push({ ...way, sightings: [...way.sightings, { time: END, seat: holder }] });
      else if (!state.drawPile.includes(way.card) || way.sightings.length > 0) return false;
      else if (way.shuffle < this.#shuffle) return false;
    }
    return this.#canGuess(ways, this.#moves);
  }

  /** Tries every card that may have been stolen unseen. Of cards that look alike to all, it tries one. */
  #canGuess(ways: readonly Way[], moves: readonly Move[]): boolean {
    const unseen = moves.findIndex(({ card }) => card === null);
    if (unseen < 0) return this.#fits(ways, moves);
    const move = moves[unseen] as Move;
    const later = moves.slice(unseen + 1);
    const tried = new Set<string>();
    return ways.some((way) => {
      const { card, sightings, shuffle } = way;
      const own = moves.filter((other) => other.card === card);
      const next = sightings.find(({ time }) => time > move.time);
      const before = placeBefore(move.time, sightings, own);
      if (next === undefined || (before !== null && before !== move.from)) return false;
      if (next.seat !== move.to && !later.some(({ time, from }) => from === move.to && time < next.time)) return false;
      const isOwn = this.#arrivals.some((arrivals) => arrivals.some((arrival) => arrival.card === card));
      const kind = JSON.stringify([shuffle, sightings, own, isWacky(card), isOwn && card]);
      if (tried.has(kind)) return false;
      tried.add(kind);
      return this.#canGuess(ways, moves.with(unseen, { ...move, card }));
    });
  }

  /** Returns true if every card can have taken its path and each arrival of a card begins exactly one path. */
  #fits(ways: readonly Way[], moves: readonly Move[]): boolean {
    const used = new Set<Move>();
    const beginnings: Beginning[] = [];
    for (const way of ways) {
      const last = way.sightings.at(-1)?.time ?? 0;
      const from = this.#arrivals[way.shuffle]?.[0]?.time ?? END;
      const own = moves.filter(({ card, time }) => card === way.card && time > from && time < last);
      for (const move of own) used.add(move);
      const beginning = this.#beginningOf(way, own);
      if (beginning === null) return false;
      beginnings.push(beginning);
    }
    if (used.size < moves.length) return false;
    return this.#arrivals.every((arrivals, shuffle) =>
      canMatch(
        beginnings.filter((beginning) => beginning.shuffle === shuffle),
        arrivals,
      ),
    );
  }

  /** Returns where a path began; null: the card cannot have taken that path. */
  #beginningOf({ card, shuffle, sightings }: Way, moves: readonly Move[]): Beginning | null {
    const seat = moves[0]?.from ?? (sightings[0]?.seat as Seat);
    let at = seat;
    for (const move of moves) {
      if (move.from !== at) return null;
      at = move.to;
    }
    const placeAt = (time: number) => moves.findLast((move) => move.time < time)?.to ?? seat;
    if (sightings.some(({ time, seat: seen }) => placeAt(time) !== seen)) return null;
    const latest = Math.min(moves[0]?.since ?? END, sightings[0]?.time ?? END);
    const conflicts = isWacky(card) ? [] : this.#allWacky.filter(({ time, seat: other }) => placeAt(time) === other);
    const left = sightings.at(-1)?.time ?? 0;
    const earliest = Math.max(0, ...conflicts.filter(({ time }) => time < left).map(({ time }) => time));
    if (moves.some(({ time }) => time < earliest)) return null;
    return { card, shuffle, seat, earliest, latest };
  }
}

function placeBefore(time: number, sightings: Way['sightings'], moves: readonly Move[]): Seat | null {
  const seen = sightings.findLast((sighting) => sighting.time < time);
  const moved = moves.findLast((move) => move.time < time);
  if (moved !== undefined && moved.time > (seen?.time ?? 0)) return moved.to;
  return seen?.seat ?? null;
}

interface Beginning {
  card: CardId;
  shuffle: number;
  seat: Seat;
  earliest: number;
  latest: number;
}

function canMatch(beginnings: readonly Beginning[], arrivals: readonly Arrival[]): boolean {
  if (beginnings.length !== arrivals.length) return false;
  const taken = new Map<Arrival, Beginning>();
  const find = (beginning: Beginning, tried: Set<Arrival>): boolean => {
    for (const arrival of arrivals) {
      if (tried.has(arrival) || !isPossible(beginning, arrival)) continue;
      tried.add(arrival);
      const before = taken.get(arrival);
      if (before !== undefined && !find(before, tried)) continue;
      taken.set(arrival, beginning);
      return true;
    }
    return false;
  };
  return beginnings.every((beginning) => find(beginning, new Set()));
}

function isPossible({ card, seat, earliest, latest }: Beginning, arrival: Arrival): boolean {
  if (arrival.seat !== seat || (arrival.card !== null && arrival.card !== card)) return false;
  return arrival.time >= earliest && arrival.time <= latest;
}
