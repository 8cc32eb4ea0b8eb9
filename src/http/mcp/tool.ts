import type { Static, TObject } from '@sinclair/typebox';
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
