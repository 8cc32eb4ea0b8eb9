import { describe, expect, test } from 'vitest';
import { type CatalogueEntry, loadCatalogue } from '#rules/catalogue.ts';
import { gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import { dueHint } from '#rules/kernel/due-hint.ts';
import type { ActionShape, EventShape } from '#rules/kernel/ruleset.ts';
import { policyOf } from '#rules/kernel/search/policy.ts';
import type { Tutorial } from '#rules/kernel/tutorial.ts';
import { sentenceFault } from '../laws/plain-words.ts';

const SECONDS_PER_ACTION = 3;
const TWO_MINUTES = 120;
const MOST_ACTIONS = 45;

const taught = [...(await loadCatalogue(false)).values()].flatMap((entry) => {
  const { tutorial } = entry.ruleset;
  return tutorial === undefined ? [] : [{ id: entry.ruleset.id, entry, tutorial }];
});

describe.each(taught)('the tutorial of $id', ({ entry, tutorial }) => {
  const { ruleset } = entry;

  test('speaks of actions and events that exist, in sentences', () => {
    const types = (schemas: readonly { properties: object }[]) =>
      schemas.map(({ properties }) => (properties as { type: { const: string } }).type.const);
    for (const { when, text } of tutorial.hints) {
      if (when.action !== undefined) expect(types(ruleset.schemas.actions)).toContain(when.action);
      if (when.event !== undefined) expect(types(ruleset.schemas.events)).toContain(when.event);
      expect(sentenceFault(text)).toBeNull();
    }
  });

  test('shows its hints within two minutes of play by a rule of thumb, the last one at the end', () => {
    const { hintsAt, actions } = learn(entry, tutorial);
    expect(hintsAt).not.toContain(undefined);
    expect(Math.max(...(hintsAt.slice(0, -1) as number[]))).toBeLessThan(TWO_MINUTES / SECONDS_PER_ACTION);
    expect(hintsAt.at(-1)).toBe(actions);
    expect(actions).toBeLessThan(MOST_ACTIONS);
  });
});

/** Plays a game by the published recipe. `hintsAt`: how many actions the learner makes before each hint appears. */
function learn({ ruleset, inputs }: CatalogueEntry, { game, hints }: Tutorial) {
  const options = inputs.options(game.options);
  if (!options.ok) throw new Error('the options of the tutorial do not fit');
  const players = game.seats.map((seat) => policyOf(ruleset, seat === 'me' ? 'plain' : seat.bot) ?? expect.fail());
  const me = game.seats.indexOf('me');
  const gameSeed = gameSeedFromText(game.seed);
  // the creation is version 1
  let version = 2;
  let { state, events } = ruleset.setup(options.value, players.length, new PublishedChance(gameSeed, version));
  const seen = new Set<string>();
  const see = (all: readonly EventShape[]) => {
    for (const event of all) if (ruleset.redact(event, me) !== null) seen.add(event.type);
  };
  see(events);
  const at = new Map<number, number>();
  let actions = 0;
  for (;;) {
    const actors = ruleset.actors(state);
    const seat = actors.find((actor) => actor !== me) ?? actors[0] ?? me;
    const legal: ActionShape[] = ruleset.legalActions(state, seat);
    const isOver = actors.length === 0;
    if (seat === me || isOver) {
      const now = { actions: new Set(legal.map(({ type }) => type)), events: seen, isOver };
      const due = dueHint(hints, [...at.keys()], now);
      if (due !== null) at.set(due, actions);
    }
    if (isOver || at.has(hints.length - 1)) return { hintsAt: hints.map((_, hint) => at.get(hint)), actions };
    version++;
    const choice = new PublishedChance(gameSeed, `${version}:choice`);
    const action = players[seat]?.(ruleset.view(state, seat), legal, choice) as ActionShape;
    ({ state, events } = ruleset.apply(state, seat, action, new PublishedChance(gameSeed, version)));
    see(events);
    if (seat === me) actions++;
  }
}
