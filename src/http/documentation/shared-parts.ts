import { grouped } from '../../statistics/grouped.ts';

export type Doc = Record<string, any>;

export function nameIn($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

interface Part {
  place: Doc;
  name: string;
}

export function inCommon(places: readonly Doc[], counts: (name: string, part: Doc) => boolean): Part[][] {
  const parts = places.flatMap((place) => Object.keys(place).map((name) => ({ place, name })));
  const those = parts.filter(({ place, name }) => counts(name, place[name]));
  const byText = grouped(those, ({ place, name }) => JSON.stringify(place[name]));
  return [...byText.values()].filter((alike) => alike.length > 1);
}

/** Moves each group of identical parts of a document into components under one name. Throws if two groups get the same
 * name. */
export function shared(
  groups: readonly Part[][],
  kind: string,
  nameOf: (name: string, part: Doc, place: Doc) => string,
): Doc {
  const named: Doc = {};
  for (const parts of groups) {
    const [{ place, name: first }] = parts as [Part];
    const part = place[first];
    const name = nameOf(first, part, place);
    if (name in named) throw new Error(`two ${kind} of the document are called ${name}`);
    named[name] = part;
    for (const each of parts) each.place[each.name] = { $ref: `#/components/${kind}/${name}` };
  }
  return named;
}

/** Copies descriptions beside a `$ref` into `generated`: OpenAPI 3.1 allows them, but the generator drops them. */
export function restoreReferenceWords(generated: Doc, schema: Doc): void {
  if (typeof schema.$ref === 'string') {
    if (schema.description !== undefined) generated.description = schema.description;
    return;
  }
  for (const [name, part] of Object.entries(schema)) {
    const counterpart = generated[name];
    if (isPart(part) && isPart(counterpart)) restoreReferenceWords(counterpart, part);
  }
}

function isPart(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null;
}

interface Family {
  base: string;
  members: string[];
}

/** A shared base must save at least this many characters of the document. */
const LEAST = 1_000;

const ALIKE: Family[] = [
  { base: 'AnyGameBase', members: ['GameBase', 'GameSummaryBase'] },
  { base: 'CompetitionBase', members: ['CompetitionSummary', 'Competition'] },
  { base: 'RatingBase', members: ['Rating', 'RatingInPool'] },
  { base: 'RulesetBase', members: ['RulesetSummary', 'RulesetDetail'] },
  { base: 'WebhookBase', members: ['Webhook', 'WebhookDetail'] },
];

/** Moves fields that several schemas share into a base. Schemas that reject unknown fields cannot extend a base. */
export function withSharedFields(schemas: Doc): Doc {
  return [...familiesIn(schemas), ...ALIKE].reduce(withBase, schemas);
}

function withBase(schemas: Doc, { base, members }: Family): Doc {
  const parts = members.map((name) => schemas[name] as Doc);
  const canExtend = (part?: Doc) => part?.properties && !part.allOf && part.additionalProperties !== false;
  if (!parts.every(canExtend)) return schemas;
  const common = commonFields(parts);
  if (JSON.stringify(common).length * (parts.length - 1) < LEAST) return schemas;
  if (base in schemas) throw new Error(`two schemas of the document are called ${base}`);
  const isCommon = (field: string) => field in common;
  const description = `Fields that ${members.length} schemas have alike.`;
  const extended = parts.map((part, i) => [
    members[i],
    {
      ...part,
      allOf: [{ $ref: `#/components/schemas/${base}` }],
      ...fieldsOf(part, (field) => !isCommon(field)),
    },
  ]);
  return {
    [base]: { ...fieldsOf(parts[0] as Doc, isCommon), description },
    ...schemas,
    ...Object.fromEntries(extended),
  };
}

function familiesIn(schemas: Doc): Family[] {
  const unions = Object.entries<Doc>(schemas)
    .filter(([, { discriminator }]) => discriminator !== undefined)
    .map(([name, { discriminator, oneOf }]) => ({
      name,
      field: discriminator.propertyName as string,
      branches: (oneOf as Doc[]).map(({ $ref }) => $ref.split('/').at(-1) as string),
    }));
  const games = unions.filter(({ field }) => field === 'ruleset');
  const events = unions.filter(({ name, field }) => field === 'type' && name.endsWith('Event'));
  const ofCompetitions = events.filter(({ name }) => name.startsWith('Competition'));
  const inGames = events.filter((union) => !ofCompetitions.includes(union)).flatMap(({ branches }) => branches);
  const isShared = (branch: string) => inGames.indexOf(branch) !== inGames.lastIndexOf(branch);
  const house = [...new Set(inGames.filter(isShared))];
  const ofRulesets = inGames.filter((branch) => !isShared(branch));
  return [
    ...[...games, ...ofCompetitions].map(({ name, branches }) => ({ base: `${name}Base`, members: branches })),
    { base: 'HouseEventBase', members: house },
    { base: 'RulesetEventBase', members: ofRulesets },
  ].filter(({ members }) => members.length > 1);
}

function commonFields(parts: readonly Doc[]): Doc {
  const [first, ...others] = parts as [Doc, ...Doc[]];
  const textOf = ({ properties, required = [] }: Doc, field: string) =>
    JSON.stringify([properties[field], required.includes(field)]);
  const names = Object.keys(first.properties).filter((field) =>
    others.every((other) => textOf(other, field) === textOf(first, field)),
  );
  return Object.fromEntries(names.map((name) => [name, first.properties[name]]));
}

function fieldsOf({ required = [], properties }: Doc, isMeant: (field: string) => boolean): Doc {
  return {
    type: 'object',
    required: required.filter(isMeant),
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isMeant(field))),
  };
}
