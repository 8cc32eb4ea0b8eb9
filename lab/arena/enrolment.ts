import { enterCompetition, startCompetition } from '../../src/competitions/commands/commands.ts';
import type { Competitions } from '../../src/competitions/competitions.ts';
import type { Competition } from '../../src/competitions/model/competition.ts';
import type { Refusal, Result } from '../../src/eventlog/result.ts';
import type { Player, Players } from '../../src/players/players.ts';
import { type AgentPlan, isProgram } from './agents/agents-file.ts';
import type { Fault } from './agents/kept-program.ts';
import { PipeAgent } from './agents/pipe-agent.ts';
import { InvalidCall } from './compete-flags.ts';
import type { Competitor } from './competitor.ts';
import type { CompetitionPlan, Registered } from './result-folder.ts';
import { RunSeed } from './run-seed.ts';

const ORGANISER = 'Organiser';
const IN_STEP = 1;
const AT_ONCE = 8;

export async function register(players: Players, agents: readonly AgentPlan[]): Promise<Registered> {
  const registered: Registered['agents'] = [];
  for (const [i, plan] of agents.entries()) {
    if (isProgram(plan)) registered.push({ entry: i + 1, ...(await newPlayer(players, plan.name)) });
  }
  const { player: organiser } = await newPlayer(players, ORGANISER);
  return { organiser, agents: registered };
}

async function newPlayer(players: Players, name: string): Promise<{ player: Player; token: string }> {
  const made = await players.create(name, 'agent');
  if (!made.ok && 'suggestion' in made.refusal) return newPlayer(players, String(made.refusal.suggestion));
  if (!made.ok) throw new Error(`a player could not be registered: ${made.refusal.code}`);
  const { player, token } = made.value; // ignores the recovery code, because the account ends with the competition
  return { player, token };
}

/** `onGaveUp` is called when a piped program will not restart. */
export function competitorsOf(
  agents: readonly AgentPlan[],
  registered: Registered,
  onGaveUp: (competitor: Competitor, fault: Fault) => void,
): Competitor[] {
  return agents.map((plan, i) => {
    const entry = i + 1;
    const player = registered.agents.find((agent) => agent.entry === entry)?.player ?? null;
    const competitor: Competitor = { entry, plan, player, pipe: null };
    if (isProgram(plan) && plan.plays.kind === 'pipe') {
      competitor.pipe = new PipeAgent(plan.bounds.seconds, (fault) => onGaveUp(competitor, fault));
    }
    return competitor;
  });
}

export async function startedCompetition(
  competitions: Competitions,
  { asked, seed: text }: CompetitionPlan,
  organiser: Player,
  competitors: readonly Competitor[],
): Promise<Competition> {
  const seed = new RunSeed(text);
  const { id } = seed.origin;
  const known = await competitions.open({ playerId: null }, id);
  if (!known.ok) accepted(await competitions.create(organiser, asked, null, seed.origin));
  else if (known.value.status !== 'open') return known.value;
  for (const { entry, plan, player } of competitors) {
    const clientSeed = seed.clientSeedOf(entry);
    const who = isProgram(plan)
      ? { concurrency: plan.concurrency ?? usualConcurrency(competitors) }
      : { bot: plan.plays.policy };
    const entered = accepted(
      await competitions.handle(enterCompetition(player ?? organiser, id, { clientSeed, ...who }, null)),
    );
    if (entered.entry !== entry) throw new Error(`agent ${entry} is entry ${entered.entry}`);
  }
  return accepted(await competitions.handle(startCompetition(organiser, id))).competition;
}

// Allows fewer games at once if an agent plays over HTTP: while it thinks about one game, the clocks of all others run.
function usualConcurrency(competitors: readonly Competitor[]): number {
  return competitors.some(({ player, pipe }) => player !== null && pipe === null) ? IN_STEP : AT_ONCE;
}

function accepted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new InvalidCall(sentenceOf(result.refusal));
}

function sentenceOf({ detail, hint, errors = [] }: Refusal): string {
  const fields = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
  return [
    detail,
    ...(fields === '' || detail.includes(fields) ? [] : [`(${fields})`]),
    ...(hint === undefined ? [] : [hint]),
  ].join(' ');
}
