import { uuidv7 } from 'uuidv7';
import type { Json } from '#rules/kernel/json.ts';
import type { Competitions } from '../competitions/competitions.ts';
import type { GameService } from '../games/game-service.ts';
import type { Players } from '../players/players.ts';
import type { Store } from '../store/store.ts';

/** What an operator asks for, as it was given and as it travels to a server. */
export interface AdminCall {
  command: string;
  /** the player, game, competition or text that it is about */
  target: string | null;
  /** flags and their values */
  flags: Record<string, string | boolean | undefined>;
  /** who the operator is, for the book of what operators did */
  by: string;
}

/** What came of it. */
export interface AdminAnswer {
  /** `asked`: it was only said what would be done; `refused`: nothing was found, or nothing was changed */
  outcome: 'done' | 'asked' | 'refused';
  /** for people */
  lines: string[];
  /** the same for programs */
  data: Json;
}

/** `data` is shown as its JSON. */
export function answered(lines: string[], data: unknown): AdminAnswer {
  return { outcome: 'done', lines, data: JSON.parse(JSON.stringify(data)) };
}

export function refusedBecause(why: string): AdminAnswer {
  return { outcome: 'refused', lines: [why], data: { refused: why } };
}

function onlySaid(what: string): AdminAnswer {
  return { outcome: 'asked', lines: [what, 'Nothing is changed yet: say it again with --yes.'], data: { would: what } };
}

/** The flag's value as text; throws when it is not there, which reading the call has seen to. */
export function textOf({ flags }: AdminCall, name: string): string {
  const value = flags[name];
  if (typeof value !== 'string') throw new Error(`--${name} is missing`);
  return value;
}

export function optionalText({ flags }: AdminCall, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf({ flags }: AdminCall, name: string, by: number): number {
  return Number(flags[name] ?? by);
}

/** What operators' commands work on: the parts of a server, or of a process beside servers. */
export interface AdminParts {
  store: Store;
  players: Players;
  games: GameService;
  competitions: Competitions;
}

/** What is said and written of a deed before it is done. */
interface Deed {
  what: string;
  subject: string;
  details: Json;
}

/**
 * Only says what would be done, or with `--yes` does it: the book of what operators did keeps that it was begun, and then what
 * came of it.
 */
export async function asDeed(
  { store, games }: AdminParts,
  call: AdminCall,
  { what, subject, details }: Deed,
  act: () => Promise<AdminAnswer>,
): Promise<AdminAnswer> {
  if (call.flags.yes !== true) return onlySaid(what);
  const { command, by } = call;
  const because = optionalText(call, 'because') ?? null;
  const id = uuidv7();
  const began = { id, at: games.clock.now(), by, deed: command, subject, because, details, outcome: null };
  await store.operators.begin(began);
  try {
    const answer = await act();
    await store.operators.settle(id, answer.outcome === 'done' ? 'done' : 'failed', answer.data);
    return answer;
  } catch (error) {
    await store.operators.settle(id, 'failed', { error: (error as Error).message }).catch(() => {}); // the first error says more
    throw error;
  }
}
