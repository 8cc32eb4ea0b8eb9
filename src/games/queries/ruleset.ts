import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { type CatalogueEntry, type RulesetVersion, versionsOf } from '#rules/catalogue.ts';
import { CreditsSchema, InShortSchema, PresetSchema } from '#rules/kernel/introduction.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, Words } from '#rules/kernel/schema.ts';
import { botNames } from '#rules/kernel/search/policy.ts';
import { TutorialSchema } from '#rules/kernel/tutorial.ts';
import { numbered } from '../model/game-fields.ts';
import type { RulesetContract } from './table.ts';

export const JsonSchema = Type.Unsafe<object>({
  $id: 'JsonSchema',
  type: 'object',
  additionalProperties: true,
  description: 'A self-contained JSON Schema (draft 2020-12).',
});

export const PrintedCard = Type.Object(
  {
    id: Type.String({ description: 'As actions, views and events name the card.' }),
    text: Type.String({ description: 'What is printed on the card, in words.' }),
  },
  {
    $id: 'PrintedCard',
    additionalProperties: true,
    description:
      'A card of the game’s own deck. The other fields are what is printed on it as data; each ruleset has its own, which ' +
      'its rules explain.',
  },
);

const SUMMARY = {
  id: Type.String({ description: 'The id of the ruleset, in paths and as `ruleset` in games.' }),
  name: Type.String({ description: 'The name of the game.' }),
  summary: Type.String({ description: 'The game in one sentence.' }),
  rulesVersion: numbered('Increases with every change of behavior; a game keeps its version.'),
  rulesVersions: Type.Array(Type.Integer({ minimum: 1 }), {
    description: 'Every version that the server can play or replay, oldest first; `getRuleset` describes each.',
  }),
  minutes: Nullable(InShortSchema.properties.minutes, { description: 'How long a game takes; null: not known.' }),
  seats: Type.Object(
    { min: numbered('The smallest number of seats.'), max: numbered('The largest number of seats.') },
    { description: 'The possible numbers of seats.' },
  ),
  solo: Type.Boolean({ description: 'Whether it is played alone.' }),
  hiddenInformation: Type.Boolean({ description: 'Whether a seat can know what another does not.' }),
  scoring: Words(['highest', 'lowest'], { description: 'Which score is best with the default options.' }),
  policies: Type.Array(Type.String(), {
    description:
      'The bot policies, for `{"bot": …}` seats and `standIn`. `random` draws among the legal actions. `search` ' +
      'looks ahead for a limited time, from positions that its seat cannot tell from the true one; `search-10`, ' +
      '`search-100` and `search-1000` use that number of playouts, without a time limit. Others belong to the ' +
      'ruleset. For people `random` is easy, `plain` medium, and `skilled` or `search-100` hard.',
  }),
  options: Ref(JsonSchema, { description: 'The JSON Schema of `options` in a new game, with defaults.' }),
  defaultOptions: Type.Object({}, { additionalProperties: true, description: 'The default options.' }),
  presets: Type.Array(Ref(PresetSchema), {
    description: 'Sets of options, hardest first; empty if the defaults suit everyone.',
  }),
  hasTutorial: Type.Boolean({ description: 'True if `getRuleset` has a `tutorial`.' }),
};

export const RulesetSummary = Type.Object(SUMMARY, {
  $id: 'RulesetSummary',
  description: 'A kind of game, as in the catalog. `options` is the schema of its options, defaults included.',
});

export const RulesetList = Type.Object(
  { rulesets: Type.Array(Ref(RulesetSummary), { description: 'In alphabetical order of their ids.' }) },
  { $id: 'RulesetList', description: 'Every kind of game in the house.' },
);

export const RulesetDetail = Type.Object(
  {
    ...SUMMARY,
    credits: CreditsSchema,
    inShort: Nullable(InShortSchema, { description: 'What a player wants to know before playing; null: not written.' }),
    tutorial: Nullable(TutorialSchema, { description: 'A short first game with hints; null: there is none.' }),
    glossary: Type.Array(
      Type.Object({
        term: Type.String({ description: 'The word.' }),
        text: Type.String({ description: 'What it means in this game.' }),
      }),
      { description: 'The words of the game for its pieces and events; empty if not written.' },
    ),
    rules: Type.Optional(
      Type.String({
        description:
          'The rules for players, in Markdown, with the numbered rulings that errors cite. There with `rules=true`.',
      }),
    ),
    rulings: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description:
          'By type of action: the numbers of the rulings in `rules` that matter to a player who may choose it. Empty if not ' +
          'written. There with `rules=true`.',
      }),
    ),
    cards: Type.Optional(
      Type.Array(Ref(PrintedCard), {
        description:
          'The deck, in printed order, with the cards that only some options add. Empty where the game is played with dice or ' +
          'with common playing cards. There with `rules=true`.',
      }),
    ),
    schemas: Type.Optional(
      Type.Object(
        {
          action: Ref(JsonSchema, {
            description: 'Of `action` in `submitAction`, and of each of `actions` in `listActions`.',
          }),
          view: Ref(JsonSchema, { description: 'Of `view` in a game.' }),
          event: Ref(JsonSchema, {
            description: 'Of everything that `listEvents` tells, the house’s own events included.',
          }),
        },
        {
          description:
            'The JSON Schemas (draft 2020-12) of its actions, views and events, each self-contained. Present with `schemas=true`.',
        },
      ),
    ),
  },
  { $id: 'RulesetDetail', description: 'A kind of game, with its rules and schemas if requested.' },
);

interface Schemas {
  contracts: ReadonlyMap<AnyRuleset, RulesetContract>;
  /** all schemas of the ruleset by `$id` */
  named: ReadonlyMap<string, TSchema>;
}

export function rulesetSummary(
  { ruleset, inputs }: RulesetVersion,
  entry: CatalogueEntry,
  known: Schemas,
): Static<typeof RulesetSummary> {
  const defaults = inputs.options({});
  if (!defaults.ok) throw new Error(`the default options of ${ruleset.id} do not fit their own schema`);
  return {
    id: ruleset.id,
    name: ruleset.name,
    summary: ruleset.summary,
    minutes: ruleset.inShort?.minutes ?? null,
    rulesVersion: ruleset.rulesVersion,
    rulesVersions: versionsOf(entry).map((version) => version.ruleset.rulesVersion),
    seats: ruleset.seats,
    solo: ruleset.solo,
    hiddenInformation: ruleset.hiddenInformation,
    scoring: ruleset.scoring(defaults.value),
    policies: botNames(ruleset),
    options: standalone(contractOf(ruleset, known).chosenOptions, known.named),
    defaultOptions: defaults.value,
    presets: [...(ruleset.presets ?? [])],
    hasTutorial: ruleset.tutorial !== undefined,
  };
}

export function rulesetDetail(
  version: RulesetVersion,
  entry: CatalogueEntry,
  known: Schemas,
  parts: { rules?: boolean; schemas?: boolean },
): Static<typeof RulesetDetail> {
  const { credits, inShort = null, tutorial = null, glossary = [], rulings = {}, cards = [] } = version.ruleset;
  const { action, view, event } = contractOf(version.ruleset, known);
  const alone = (schema: TSchema) => standalone(schema, known.named);
  return {
    ...rulesetSummary(version, entry, known),
    credits,
    inShort,
    tutorial,
    glossary: [...glossary],
    ...(parts.rules && { rules: version.rules, rulings, cards: [...cards] }),
    ...(parts.schemas && { schemas: { action: alone(action), view: alone(view), event: alone(event) } }),
  };
}

function contractOf(ruleset: AnyRuleset, { contracts }: Schemas): RulesetContract {
  const own = contracts.get(ruleset);
  if (own === undefined) throw new Error(`${ruleset.id} has no contract`);
  return own;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Returns a schema without outside references: copies the schemas to which it refers into `$defs`. */
function standalone(schema: TSchema, named: ReadonlyMap<string, TSchema>): object {
  const defs: Record<string, unknown> = {};
  const inlined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlined);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => name !== '$id');
    return Object.fromEntries(
      entries.map(([name, part]) => [name, name === '$ref' ? local(String(part)) : inlined(part)]),
    );
  };
  const local = (ref: string): string => {
    const id = ref.replace(/#$/, '');
    const target = named.get(id);
    if (target === undefined) throw new Error(`${schema.$id} refers to ${id}, which no ruleset part names`);
    if (!(id in defs)) {
      defs[id] = {};
      defs[id] = inlined(target);
    }
    return `#/$defs/${id}`;
  };
  const root = inlined(schema) as object;
  return { $schema: DIALECT, ...root, ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }) };
}
