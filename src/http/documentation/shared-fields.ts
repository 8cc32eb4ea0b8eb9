import type { Doc } from './shared-parts.ts';

interface Family {
  base: string;
  members: string[];
}

/** A base has to be worth its name: it leaves out at least this many characters. */
const LEAST = 1_000;

/**
 * The schemas, where the fields that all members of a family have alike stand once, in a base that each member extends. A schema
 * that refuses further fields extends none.
 */
export function withSharedFields(schemas: Doc): Doc {
  const changed: Doc = {};
  const bases: Doc = {};
  for (const { base, members } of familiesIn(schemas)) {
    const parts = members.map((name) => schemas[name] as Doc);
    if (parts.some(({ properties, additionalProperties }) => !properties || additionalProperties === false)) continue;
    const common = commonFields(parts);
    if (JSON.stringify(common).length * (parts.length - 1) < LEAST) continue;
    if (base in schemas) throw new Error(`two schemas of the document are called ${base}`);
    const isCommon = (field: string) => field in common;
    bases[base] = {
      ...fieldsOf(parts[0] as Doc, isCommon),
      description: `Fields that ${members.length} schemas have alike.`,
    };
    for (const name of members) {
      const part = schemas[name];
      changed[name] = {
        ...part,
        allOf: [{ $ref: `#/components/schemas/${base}` }],
        ...fieldsOf(part, (field) => !isCommon(field)),
      };
    }
  }
  return { ...bases, ...schemas, ...changed };
}

/** The branches of a union by ruleset, and events: those of the service apart from those of rulesets. */
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
