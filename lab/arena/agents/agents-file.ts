import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { messagesOf } from '#rules/input-errors.ts';
import { UNCHECKED } from '#rules/input-validator.ts';
import { nameFrom, skeletonOf } from '../../../src/players/name.ts';
import { InvalidCall } from '../compete-flags.ts';
import type { AgentKind, Bounds } from '../result.ts';

const MOST_SECONDS = 86_400;
const MOST_MEMORY_MB = 1_048_576;
const MOST_RESTARTS = 10_000;
const USUAL: Bounds = { seconds: 10, memoryMb: 1024, restarts: 5 };

const Name = Type.String();
const Program = {
  name: Name,
  args: Type.Optional(Type.Array(Type.String())),
  env: Type.Optional(Type.Record(Type.String(), Type.String())),
  cwd: Type.Optional(Type.String()),
  memoryMb: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_MEMORY_MB })),
  restarts: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_RESTARTS })),
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 16 })),
};
const closed = { additionalProperties: false };
const PolicyAgent = Type.Object({ name: Name, policy: Type.String() }, closed);
const CommandAgent = Type.Object({ ...Program, command: Type.String({ minLength: 1 }) }, closed);
const PipeAgent = Type.Object(
  {
    ...Program,
    pipe: Type.String({ minLength: 1 }),
    seconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MOST_SECONDS })),
  },
  closed,
);
const FORMS = { policy: PolicyAgent, command: CommandAgent, pipe: PipeAgent };
const ajv = new Ajv({ ...UNCHECKED, strict: false, allErrors: true });
const KINDS = Object.keys(FORMS) as (keyof typeof FORMS)[];

type ProgramAgent = Static<typeof CommandAgent> & Partial<Static<typeof PipeAgent>>;

/** Throws `InvalidCall` if the file lists agents that cannot take part. */
export function agentsIn(file: string): AgentPlan[] {
  const sent = parsed(file);
  if (!Array.isArray(sent))
    throw new InvalidCall(`${file} must hold a list of agents: [{"name": "A", "policy": "random"}, …].`);
  const folder = dirname(resolve(file));
  const agents = sent.map((agent, i) => agentIn(agent, `agent ${i + 1} in ${file}`, folder));
  assertOnce(agents, file);
  return agents;
}

/** Rejects agents whose names look alike. Rejects two agents with the same policy, which would play against itself. */
function assertOnce(agents: readonly AgentPlan[], file: string): void {
  const names = new Map<string, string>();
  const policies = new Map<string, string>();
  for (const { name, plays } of agents) {
    const both = (other: string) => `${JSON.stringify(other)} and ${JSON.stringify(name)} in ${file}`;
    const like = names.get(skeletonOf(name));
    if (like !== undefined) throw new InvalidCall(`The names ${both(like)} look the same: change one of them.`);
    names.set(skeletonOf(name), name);
    if (plays.kind !== 'policy') continue;
    const same = policies.get(plays.policy);
    if (same !== undefined) throw new InvalidCall(`${both(same)} are the same policy: remove one of them.`);
    policies.set(plays.policy, name);
  }
}

function agentIn(sent: unknown, where: string, folder: string): AgentPlan {
  const fields = typeof sent === 'object' && sent !== null ? Object.keys(sent) : [];
  const [kind, ...more] = KINDS.filter((each) => fields.includes(each));
  if (kind === undefined || more.length > 0) {
    throw new InvalidCall(`The ${where} must have exactly one of the fields ${KINDS.join(', ')}.`);
  }
  assertFits(FORMS[kind], sent, where);
  const { name: asked } = sent as { name: string };
  const named = nameFrom(asked);
  if ('fault' in named) throw new InvalidCall(`The name of the ${where} is not valid: it ${named.fault}.`);
  const { name } = named;
  if (kind === 'policy') return { name, plays: { kind, policy: (sent as { policy: string }).policy } };
  assertOneProgram(kind, (sent as ProgramAgent)[kind] as string, where, folder);
  return programIn(sent as ProgramAgent, kind, name, folder);
}

/** Rejects a program that is written together with its arguments, because no shell splits the text. */
function assertOneProgram(kind: string, program: string, where: string, folder: string): void {
  const [file, ...args] = program.trim().split(/\s+/);
  if (args.length === 0 || existsSync(resolve(folder, program))) return;
  const apart = `"${kind}": ${JSON.stringify(file)}, "args": ${JSON.stringify(args)}`;
  throw new InvalidCall(
    `There is no program ${JSON.stringify(program)} for ${where}. Write the program and its arguments separately: ${apart}.`,
  );
}

function programIn(sent: ProgramAgent, kind: 'command' | 'pipe', name: string, folder: string): ProgramPlan {
  const { args = [], env = {}, cwd = '.', concurrency = null } = sent;
  const { seconds = USUAL.seconds, memoryMb = USUAL.memoryMb, restarts = USUAL.restarts } = sent;
  const command = [sent[kind] as string, ...args];
  return {
    name,
    plays: { kind, command },
    env,
    cwd: resolve(folder, cwd),
    bounds: { seconds, memoryMb, restarts },
    concurrency,
  };
}

function assertFits(form: TObject, sent: unknown, where: string): void {
  const validate = ajv.compile(form);
  if (validate(sent)) return;
  const errors = messagesOf(validate.errors).map(({ pointer, message }) => `${pointer.slice(1) || 'it'} ${message}`);
  throw new InvalidCall(`The ${where} is not valid: ${errors.join('; ')}.`);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InvalidCall(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

export type AgentPlan = PolicyPlan | ProgramPlan;

interface PolicyPlan {
  name: string;
  plays: Extract<AgentKind, { kind: 'policy' }>;
}

export interface ProgramPlan {
  name: string;
  plays: Exclude<AgentKind, { kind: 'policy' }>;
  /** environment variables of the program, in addition to those that every program gets */
  env: Record<string, string>;
  /** the working directory of the program, as an absolute path */
  cwd: string;
  bounds: Bounds;
  /** the number of games that the agent plays at the same time, 1 to 16; null: the default */
  concurrency: number | null;
}

export function isProgram(plan: AgentPlan): plan is ProgramPlan {
  return plan.plays.kind !== 'policy';
}
