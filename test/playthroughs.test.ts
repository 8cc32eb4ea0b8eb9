import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Catalogue, loadCatalogue, type RulesetVersion, versionsOf } from '#rules/catalogue.ts';
import { InputValidators } from '#rules/input-validator.ts';
import { gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import { changesBetween } from '#rules/kernel/json.ts';
import { setUp } from '#rules/kernel/play.ts';
import { firstDifference } from '#rules/kernel/playthrough.ts';
import type { AnyRuleset, EventShape } from '#rules/kernel/ruleset.ts';
import { playedAgain, playthroughCommand, rulesOf, writtenFiles } from '../lab/rulesets/playthrough-command.ts';
import { SEALED_CARDS_RULES, sealedCards } from './kernel/sealed-cards.ts';

const FOLDER = fileURLToPath(new URL('playthroughs', import.meta.url));
const catalogue = await loadCatalogue(true);

describe('the golden playthroughs', () => {
  const files = writtenFiles(FOLDER);

  it('exist for every version of every ruleset, and for no other', () => {
    const nameOf = ({ ruleset }: RulesetVersion) => `${ruleset.id} ${ruleset.rulesVersion}`;
    const played = new Set(files.map((file) => nameOf(rulesOf(file, catalogue))));
    const lacking = [...catalogue.values()].flatMap(versionsOf).filter((rules) => !played.has(nameOf(rules)));
    const make = (id: string) => `npm run playthroughs -- new --ruleset ${id} --name first-game --title 'A first game'`;
    const sentences = lacking.map((rules) => `there is no playthrough of ${nameOf(rules)}: ${make(rules.ruleset.id)}`);
    expect(sentences).toEqual([]);
  });

  it.each(files)('equal the present rules: $path', (file) => {
    const written = readFileSync(join(FOLDER, file.path), 'utf8');
    const now = playedAgain(written, rulesOf(file, catalogue));
    expect(firstDifference(written, now)).toBeNull();
    expect(now === written).toBe(true);
  });
});

function catalogueOf(ruleset: AnyRuleset): Catalogue {
  return new Map([
    [ruleset.id, { ruleset, inputs: new InputValidators(ruleset), rules: SEALED_CARDS_RULES, older: [] }],
  ]);
}

describe('the playthroughs command', () => {
  const NEW = ['new', '--ruleset', 'sealed-cards', '--name', 'first', '--title', 'A first game'];
  let folder: string;
  let said: string[];
  let complained: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'playthroughs-'));
    said = [];
    complained = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (args: string[], ruleset: AnyRuleset = sealedCards) =>
    playthroughCommand(args, {
      catalogue: catalogueOf(ruleset),
      folder,
      say: (line) => said.push(line),
      complain: (line) => complained.push(line),
    });
  const place = (name = 'first') => join(folder, 'sealed-cards', `${name}.jsonl`);
  const read = (name?: string) => readFileSync(place(name), 'utf8');
  const linesOf = (name?: string) =>
    read(name)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('writes a header and every step of a whole game', () => {
    expect(run(NEW)).toBe(0);
    const [header, ...steps] = linesOf();
    expect(header).toEqual({
      title: 'A first game',
      ruleset: 'sealed-cards',
      rulesVersion: 1,
      options: { rounds: 2, deck: 'short', luckyDie: true },
      seats: 2,
      seed: 'first',
    });
    expect(steps.map(({ step }) => step)).toEqual([...steps.keys()]);
    expect(steps[0]).toMatchObject({
      seat: null,
      action: null,
      events: [{ type: 'dealt' }, { type: 'cupShaken' }, { type: 'cupShaken' }],
    });
    expect(steps.at(-1)).toMatchObject({ legal: {}, state: { phase: 'over' } });
  });

  it('draws the published chance of each step', () => {
    run([...NEW, '--seed', 'golden']);
    const [, setup] = linesOf();
    const chance = new PublishedChance(gameSeedFromText('golden'), 0);
    const { draws, state } = setUp(sealedCards, { rounds: 2, deck: 'short', luckyDie: true }, 2, chance);
    expect(setup).toMatchObject({ draws, state });
  });

  it('writes views and events of a seat only if they differ', () => {
    run(NEW);
    const [, setup, laid] = linesOf();
    const { hands, cups } = setup.state;
    expect(setup.views).toEqual({
      spectator: sealedCards.view(setup.state, 'spectator'),
      0: { '/hand': hands[0], '/cup': cups[0] },
      1: { '/hand': hands[1], '/cup': cups[1] },
    });
    const over = linesOf().at(-1);
    expect(over.events.map(({ type }: EventShape) => type)).toEqual(['dieRolled', 'cupsLifted']);
    expect(over).not.toHaveProperty('seen');
    const others = ['spectator', String(1 - laid.seat)].sort();
    expect(Object.keys(laid.seen).sort()).toEqual(others);
    expect(laid.seen.spectator).toEqual([{ type: 'cardLaid', seat: laid.seat, data: { card: null } }]);
    expect(laid).not.toHaveProperty('draws');
    expect(laid.legal).toEqual({ [1 - laid.seat]: sealedCards.legalActions(laid.state, 1 - laid.seat) });
  });

  it("writes changes of a spectator's view, and differences of a seat's view", () => {
    run(NEW);
    const [, ...steps] = linesOf();
    const seen = (step: number) => sealedCards.view(steps[step].state, 'spectator');
    for (let step = 1; step < steps.length; step++) {
      expect(steps[step].views.spectator).toEqual(changesBetween(seen(step - 1), seen(step)));
      for (const seat of [0, 1]) {
        const changes = changesBetween(seen(step), sealedCards.view(steps[step].state, seat));
        expect(steps[step].views[seat] ?? {}).toEqual(changes);
      }
    }
    expect(Object.keys(steps[1].views.spectator).sort()).toEqual(['/handCounts', '/waitingFor']);
    expect(steps[1].views[steps[1].seat]).toMatchObject({ '/laid': steps[1].action.card });
  });

  it.each([
    [40, true],
    [41, false],
  ])('writes a list of %i actions whole: %s', (length, isWhole) => {
    const lay = (card: number) => ({ type: 'lay' as const, card: `N${card}` });
    const listOf = (last: number) => Array.from({ length }, (_, i) => lay(i < length - 1 ? i : last));
    const listing = (last: number) => ({ ...sealedCards, legalActions: () => listOf(last) });
    run([...NEW, '--choices', '0', '--steps', '1'], listing(100));
    const { legal } = linesOf()[1];
    const digest = { count: 41, first: [lay(0), lay(1), lay(2)], sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(legal[0]).toEqual(isWhole ? listOf(100) : digest);
    expect(run(['--check'], listing(100))).toBe(0);
    expect(run(['--check'], listing(101))).toBe(1);
    expect(complained).toEqual([expect.stringContaining('step 0 differs in legal')]);
  });

  it('takes options, seats, a seed and a number of steps', () => {
    expect(run([...NEW, '--options', '{"deck":"long"}', '--seats', '3', '--seed', 's', '--steps', '4'])).toBe(0);
    const [header, ...steps] = linesOf();
    expect(header).toMatchObject({ options: { rounds: 2, deck: 'long', luckyDie: true }, seats: 3, seed: 's' });
    expect(steps).toHaveLength(5);
  });

  it('chooses by index in the list of the first seat to act', () => {
    expect(run([...NEW, '--choices', '2,0'])).toBe(0);
    const [, setup, first, second, ...more] = linesOf();
    expect([first.seat, first.action.card]).toEqual([0, setup.state.hands[0][2]]);
    expect([second.seat, second.action.card]).toEqual([1, setup.state.hands[1][0]]);
    expect(more).toEqual([]);
  });

  it('makes the same playthrough from the same seed', () => {
    run([...NEW, '--seed', 'same']);
    run(['new', '--ruleset', 'sealed-cards', '--name', 'second', '--title', 'A first game', '--seed', 'same']);
    expect(read('second')).toBe(read('first'));
  });

  it('leaves current playthroughs unchanged, with and without checking', () => {
    run(NEW);
    const before = read();
    expect([run([]), run(['--check']), run(['--check', '--ruleset', 'sealed-cards'])]).toEqual([0, 0, 0]);
    expect(read()).toBe(before);
    expect(said.at(-1)).toBe('1 of 1 playthroughs are current.');
  });

  it('finds the first step that was changed by hand, and corrects it unless it only checks', () => {
    run(NEW);
    const before = read();
    const changed = before.replace(/("step":2.*"points":\[)(\d)/, '$19');
    expect(changed).not.toBe(before);
    writeFileSync(place(), changed);
    expect(run(['--check'])).toBe(1);
    expect(complained).toEqual([expect.stringMatching(/first\.jsonl: step 2 differs in (state|views)$/)]);
    expect(read()).toBe(changed);
    expect(run([])).toBe(0);
    expect(read()).toBe(before);
  });

  it('finds a line that is missing at the end', () => {
    run(NEW);
    const steps = linesOf().length - 1;
    writeFileSync(place(), `${read().trimEnd().split('\n').slice(0, 2).join('\n')}`);
    expect(run(['--check'])).toBe(1);
    expect(complained[0]).toContain('it has 0 steps and not 1');
    expect(steps).toBeGreaterThan(1);
  });

  it('finds that the rules changed', () => {
    run(NEW);
    const wordy = { ...sealedCards, redact: (event: never) => event, rulesVersion: 2 };
    expect(run(['--check'], wordy)).toBe(1);
    expect(complained).toEqual([expect.stringContaining('the header differs in rulesVersion')]);
    const quiet = { ...sealedCards, redact: () => null };
    expect(run(['--check'], quiet)).toBe(1);
    expect(complained[1]).toContain('step 0 differs in seen');
  });

  it('writes each sentence, label and description where it is new', () => {
    run(NEW);
    const [, setup, laid] = linesOf();
    const [first] = sealedCards.legalActions(setup.state, 0);
    expect(setup.words.new).toContain(sealedCards.label(first as never, sealedCards.view(setup.state, 0)));
    expect(setup.words.new).toEqual(
      expect.arrayContaining(sealedCards.describe(sealedCards.view(setup.state, 'spectator')).split('\n')),
    );
    expect(laid.words.new.filter((text: string) => setup.words.new.includes(text))).toEqual([]);
  });

  it.each([
    ['a label', { label: () => 'Do it' }],
    ['a description', { describe: () => 'Cards.' }],
    ['a sentence', { narrate: () => 'So it was.' }],
  ])('finds that %s changed', (_, change) => {
    run(NEW);
    expect(run(['--check'], { ...sealedCards, ...change })).toBe(1);
    expect(complained).toEqual([expect.stringMatching(/step 0 differs in words$/)]);
  });

  it('finds a label that changed in the middle of a long list', () => {
    const list = Array.from({ length: 41 }, (_, i) => ({ type: 'lay' as const, card: `N${i}` }));
    const labelling = (changed: string) => ({
      ...sealedCards,
      legalActions: () => list,
      label: ({ card }: { card: string }) => (card === 'N20' ? changed : card),
    });
    run([...NEW, '--choices', '0', '--steps', '1'], labelling('N20') as never);
    expect(run(['--check'], labelling('the 20th') as never)).toBe(1);
    expect(complained).toEqual([expect.stringMatching(/step 0 differs in words$/)]);
  });

  it('fails without rewriting when a recorded action is no longer legal', () => {
    run(NEW);
    const before = read();
    const shy = {
      ...sealedCards,
      legalActions: (state: never, seat: number) =>
        sealedCards.legalActions(state, seat).filter(({ type }) => type === 'lay'),
    };
    for (const args of [[], ['--check']]) {
      expect(run(args, shy)).toBe(1);
      expect(complained.pop()).toMatch(/step 3: seat \d cannot play \{"type":"(hold|draw)".*\} here \(R\d/);
    }
    expect(read()).toBe(before);
  });

  it('fails when the game is over before the last recorded action', () => {
    run(NEW);
    writeFileSync(place(), `${read()}{"seat":0,"action":{"type":"hold"}}\n`);
    expect(run([])).toBe(1);
    expect(complained[0]).toContain('the game was over');
  });

  it.each([
    ['no JSON', 'hello\n', 'line 1 is not JSON'],
    ['no header', '{"title":"x"}\n', 'line 1 must be the header'],
    ['a step without a choice', 'HEADER{}\n{"step":1}\n', 'line 3 must have a seat and an action'],
  ])('fails on a file with %s', (_, text, complaint) => {
    run(NEW);
    writeFileSync(place(), text.replace('HEADER', `${read().split('\n')[0]}\n`));
    expect(run([])).toBe(1);
    expect(complained[0]).toContain(complaint);
  });

  it('fails on a file in the folder of another ruleset', () => {
    run(NEW);
    writeFileSync(place(), read().replace('"ruleset":"sealed-cards"', '"ruleset":"open-cards"'));
    expect(run([])).toBe(1);
    expect(complained[0]).toContain('the file belongs to the ruleset open-cards');
  });

  it('fails on a folder without a ruleset', () => {
    run(NEW);
    mkdirSync(join(folder, 'gone'), { recursive: true });
    writeFileSync(join(folder, 'gone', 'old.jsonl'), read());
    expect(run(['--check'])).toBe(1);
    expect(complained[0]).toContain('There is no ruleset "gone": choose one of sealed-cards.');
  });

  it('shows where a rule failed', () => {
    run(NEW);
    const broken = {
      ...sealedCards,
      view: () => {
        throw new Error('no view');
      },
    };
    expect(run([], broken)).toBe(1);
    expect(complained[0]).toMatch(/Error: no view\n\s+at /);
  });

  it.each([
    [['old'], 'There is no command "old".'],
    [['--list'], "Unknown option '--list'"],
    [['--ruleset', 'bridge'], 'There is no ruleset "bridge": choose one of sealed-cards.'],
    [['--seed', 'x'], '--seed needs the command "new".'],
    [['new', '--name', 'x', '--title', 'x'], 'A new playthrough needs --ruleset, --name and --title.'],
    [['new', '--ruleset', 'bridge', '--name', 'x', '--title', 'x'], 'There is no ruleset "bridge"'],
    [[...NEW, '--check'], '--check cannot be combined with'],
    [[...NEW, '--name', '../x'], 'The name "../x" must be in kebab case'],
    [[...NEW, '--seats', '4'], '--seats must be a whole number from 2 to 3, not "4".'],
    [[...NEW, '--steps', 'many'], '--steps must be a whole number from 1 to 1000000, not "many".'],
    [[...NEW, '--options', '{'], '--options is not JSON: {'],
    [
      [...NEW, '--options', '{"decks":2}'],
      'The options are not valid for sealed-cards: /decks is not a known field (known: ',
    ],
    [[...NEW, '--options', '{"rounds":5}', '--seats', '3'], 'Three players need the long deck for that.'],
    [[...NEW, '--choices', 'best'], '--choices must be "random" or numbers like 0,2,1, not "best".'],
    [[...NEW, '--choices', '0,9'], 'step 2: seat 1 has 3 legal actions, numbered from 0, so there is no choice 9'],
  ])('rejects %j', (args, complaint) => {
    expect(run(args)).toBe(2);
    expect(complained[0]).toContain(complaint);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never overwrites a playthrough', () => {
    run(NEW);
    expect(run([...NEW, '--seed', 'other'])).toBe(2);
    expect(complained[0]).toContain('first.jsonl exists already');
  });
});
