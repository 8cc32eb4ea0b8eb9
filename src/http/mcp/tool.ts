import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import type { PlayerService } from './player-service.ts';

/** The answer of a tool: `text` for models, `fields` for programs. */
export interface ToolAnswer {
  text: string;
  fields?: Readonly<Record<string, unknown>>;
}

export interface Tool {
  name: string;
  title: string;
  /** what the tool does and when to use it, which is all that a model knows about the tool */
  description: string;
  input: TObject;
  /** the schema of `fields`; omitted: the tool returns only text */
  output?: TObject;
  /** `loss`: a change that the player may regret */
  effect: 'none' | 'change' | 'loss';
  isThere?(service: PlayerService): boolean;
  run(service: PlayerService, input: any): Promise<ToolAnswer>;
}

export function tool<Input extends TObject>(
  made: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(service: PlayerService, input: Static<Input>): Promise<ToolAnswer>;
  },
): Tool {
  return made;
}

/** Returns the schema of arguments. It rejects unknown fields, so that a mistyped name is reported. */
export function inputs<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

export const GameId = Type.String({ minLength: 1, maxLength: 64, description: 'The id of a game.' });
export const RulesetId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The id of a ruleset, as list_rulesets has it.',
});
export const Seat = Type.Integer({
  minimum: 0,
  maximum: 99,
  description: 'One of your own seats, if you hold several; without it the first that is to act.',
});
export const InviteCode = Type.String({
  maxLength: 64,
  description: 'The code that opens a private game or competition.',
});
export const CompetitionId = Type.String({ minLength: 1, maxLength: 64, description: 'The id of a competition.' });

export const GameInShortSchema = Type.Object({
  gameId: Type.String({ description: 'The id of the game.' }),
  ruleset: Type.String({ description: 'What is played.' }),
  status: Type.Union(
    ['open', 'playing', 'finished', 'aborted'].map((status) => Type.Literal(status)),
    { description: 'Where it is.' },
  ),
  version: Type.Integer({ description: 'Counts every change; `act` takes it.' }),
  seat: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The seat whose view this is; null: a spectator’s view.',
  }),
  yourTurn: Type.Boolean({ description: 'Whether you are to act.' }),
  legalActions: Type.Integer({ description: 'How many actions you may choose from.' }),
});
