import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gameSeedFromText, PublishedChance } from '../../../src/kernel/chance.ts';
import { play, setUp } from '../../../src/kernel/play.ts';
import type { Outcome } from '../../../src/kernel/ruleset.ts';
import type { Action } from '../../../src/rulesets/pascal/actions.ts';
import type { Options } from '../../../src/rulesets/pascal/options.ts';
import type { Score } from '../../../src/rulesets/pascal/scoring.ts';
import type { State } from '../../../src/rulesets/pascal/state.ts';
import { ruleset } from './scripted-board.ts';

/**
 * Whole games, kept as their choices and one digest: thousands of actions are legal at each step, and
 * written out they would fill megabytes.
 */
interface Playthrough {
  title: string;
  options: Options;
  seed: string;
  /** what happened, each kind of event with how often */
  events: Record<string, number>;
  score: Score;
  outcome: Outcome | null;
  /** of the state, the events, the view and the legal actions of every step */
  sha256: string;
  choices: Action[];
}

const FOLDER = new URL('./playthroughs/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

function playedAgain({ title, options, seed, choices }: Playthrough): Playthrough {
  const gameSeed = gameSeedFromText(seed);
  const digest = createHash('sha256');
  const events: Record<string, number> = {};
  let played = setUp(ruleset, options, 1, new PublishedChance(gameSeed, 0));
  const note = () => {
    for (const { type } of played.events) events[type] = (events[type] ?? 0) + 1;
    const { state, events: told, draws } = played;
    const seen = [ruleset.view(state as State, 0), ruleset.legalActions(state as State, 0)];
    digest.update(JSON.stringify([state, told, draws, ...seen]));
  };
  note();
  for (const [i, action] of choices.entries()) {
    const next = play(ruleset, played.state, 0, action, new PublishedChance(gameSeed, i + 1));
    if (!next.ok) throw new Error(`step ${i + 1}: ${JSON.stringify(action)} is refused: ${JSON.stringify(next)}`);
    played = next;
    note();
  }
  const state = played.state as State;
  const { score } = ruleset.view(state, 0);
  const outcome = ruleset.outcome(state);
  return { title, options, seed, events, score, outcome, sha256: digest.digest('hex'), choices };
}

describe('whole games', () => {
  test('there are a completed board, cancelled boards and a Pascal triangle', () => {
    expect(files).toEqual(['cancelled-boards.json', 'completed-board.json', 'pascal-triangle.json']);
  });

  test.each(files)('%s is what the rules give now', (name) => {
    const written = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Playthrough;
    expect(playedAgain(written)).toEqual(written);
  });
});
