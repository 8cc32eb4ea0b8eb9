import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import type { PlayerService } from './house.ts';

/** What a tool answers: words for the model, and, where it says so, the same in few fields for programs. */
export interface ToolAnswer {
  text: string;
  fields?: Readonly<Record<string, unknown>>;
}

/** What a model may do, whatever carries it there. */
export interface Tool {
  name: string;
  title: string;
  /** when to use it, and what comes of it; a model has nothing else to go by */
  description: string;
  input: TObject;
  /** of the fields that every answer has; left out: it answers with words alone */
  output?: TObject;
  /** what it does to the house: nothing, something, or something that its player may regret */
  effect: 'none' | 'change' | 'loss';
  /** whether there is such a tool here; always when it is left out */
  isThere?(house: PlayerService): boolean;
  run(house: PlayerService, input: any): Promise<ToolAnswer>;
}

/** A tool whose function gets what its schema says. */
export function tool<Input extends TObject>(
  made: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(house: PlayerService, input: Static<Input>): Promise<ToolAnswer>;
  },
): Tool {
  return made;
}

/** The arguments of a tool: nothing but these, so that a mistyped name is told. */
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
export const InviteCode = Type.String({ maxLength: 64, description: 'What opens a private one.' });
export const CompetitionId = Type.String({ minLength: 1, maxLength: 64, description: 'The id of a competition.' });

/** A game in few fields. */
export const GameInShortSchema = Type.Object({
  gameId: Type.String({ description: 'The id of the game.' }),
  ruleset: Type.String({ description: 'What is played.' }),
  status: Type.Union(
    ['open', 'playing', 'finished', 'aborted'].map((status) => Type.Literal(status)),
    { description: 'Where it is.' },
  ),
  version: Type.Integer({ description: 'Counts every change; `act` takes it.' }),
  seat: Type.Union([Type.Integer(), Type.Null()], { description: 'Whose eyes it is seen with; null: a spectator’s.' }),
  yourTurn: Type.Boolean({ description: 'Whether you are to act.' }),
  legalActions: Type.Integer({ description: 'How many actions you may choose from.' }),
});
