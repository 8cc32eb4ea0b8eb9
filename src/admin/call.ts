import { uuidv7 } from 'uuidv7';
import type { Json } from '#rules/kernel/json.ts';
import type { Competitions } from '../competitions/competitions.ts';
import type { GameService } from '../games/game-service.ts';
import type { Players } from '../players/players.ts';
import type { Store } from '../store/store.ts';

/** A call of an operator's command. It is sent to a running server as JSON. */
export interface AdminCall {
  command: string;
  /** the player, game or competition that the command is for, or a text to search for */
  target: string | null;
  flags: Record<string, string | boolean | undefined>;
  by: string;
}

export interface AdminAnswer {
  /** `asked`: only describes the action, because the call lacks `--yes`. `refused`: nothing was found or changed. */
  outcome: 'done' | 'asked' | 'refused';
  lines: string[];
  data: Json;
}

export function answered(lines: string[], data: unknown): AdminAnswer {
  return { outcome: 'done', lines, data: JSON.parse(JSON.stringify(data)) };
}

export function refusedBecause(why: string): AdminAnswer {
  return { outcome: 'refused', lines: [why], data: { refused: why } };
}

function onlySaid(what: string): AdminAnswer {
  return {
    outcome: 'asked',
    lines: [`With --yes: ${what}`, 'Nothing has changed yet. To do this, repeat the command with --yes.'],
    data: { would: what },
  };
}

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

export interface AdminParts {
  store: Store;
  players: Players;
  games: GameService;
  competitions: Competitions;
}

export interface Deed {
  what: string;
  subject: string;
  details: Json;
}

/** Carries out an action if the call has `--yes`; otherwise only describes it. The log of operator actions records
 * that the action begins and how it ends. */
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
    await store.operators.settle(id, 'failed', { error: (error as Error).message }).catch(() => {}); // If this write fails too, the error of the action is reported, because it is more useful.
    throw error;
  }
}
