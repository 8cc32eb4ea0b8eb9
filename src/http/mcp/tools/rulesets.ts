import { Type } from '@sinclair/typebox';
import { asked, Refused } from '../player-service.ts';
import { inputs, RulesetId, tool } from '../tool.ts';

export const listRulesets = tool({
  name: 'list_rulesets',
  title: 'Which games there are',
  description:
    'Lists every game that can be played here: its id, how many may play, its options and the bots that play it.',
  input: inputs({}),
  effect: 'none',
  async run(service) {
    const { rulesets } = await asked(service, { method: 'GET', path: '/v1/rulesets' });
    return { text: rulesets.map(rulesetText).join('\n\n') };
  },
});

export const readRules = tool({
  name: 'read_rules',
  title: 'The rules of a game',
  description:
    'The rules of a game as written for players. Without `section` it lists the sections; legal actions are always given to you, so that you need the rules to play well, not to play.',
  input: inputs({
    ruleset: RulesetId,
    section: Type.Optional(Type.String({ maxLength: 200, description: 'A heading, or the number of a ruling: R14.' })),
  }),
  effect: 'none',
  async run(service, { ruleset, section }) {
    const path = `/v1/rulesets/${encodeURIComponent(ruleset)}`;
    const { name, rules } = await asked(service, { method: 'GET', path, query: { rules: true } });
    if (section === undefined) return { text: `${name} has these sections:\n${contentsOf(rules)}` };
    const text = sectionOf(rules, section);
    if (text !== null) return { text };
    const hint = `It has these sections:\n${contentsOf(rules)}`;
    throw new Refused({ code: 'section-not-found', detail: `${name} has no section “${section}”.`, hint });
  },
});

function rulesetText({ id, name, summary, seats, options, policies }: any): string {
  const count = seats.min === seats.max ? `${seats.min}` : `${seats.min} to ${seats.max}`;
  const named = Object.entries<any>(options.properties).map(([option, schema]) => `${option} (${valuesOf(schema)})`);
  return [
    `${id}: ${name}. ${summary}`,
    `Seats: ${count}. Bots: ${policies.join(', ')}.`,
    `Options: ${named.length === 0 ? 'none' : named.join('; ')}.`,
  ].join('\n');
}

function valuesOf({ enum: words, type, minimum, maximum, default: usual }: any): string {
  const said = `default ${JSON.stringify(usual)}`;
  if (Array.isArray(words)) return `${words.join(' | ')}, ${said}`;
  if (minimum !== undefined) return `${minimum} to ${maximum}, ${said}`;
  return type === undefined ? said : `${type}, ${said}`;
}

const HEADING = /^(#{1,6}) +(.+)$/;
/** A longer section is cut after this many characters and ends with the headings of the rest. */
const LONGEST_SECTION = 6_000;

interface Section {
  depth: number;
  heading: string;
  /** the lines from its heading to the next heading of the same or a higher level */
  lines: string[];
}

function contentsOf(markdown: string): string {
  return sectionsOf(markdown)
    .map(({ depth, heading }) => `${'  '.repeat(depth - 1)}- ${heading}`)
    .join('\n');
}

/** Finds a section by its heading, or a paragraph by the number of its ruling. */
function sectionOf(markdown: string, wanted: string): string | null {
  const words = wanted.trim().toLowerCase();
  const all = sectionsOf(markdown);
  const section =
    all.find(({ heading }) => heading.toLowerCase() === words) ??
    all.find(({ heading }) => heading.toLowerCase().includes(words));
  if (section !== undefined) return inParts(section);
  const ruling = new RegExp(`^[-*#> ]*\\**${words.replace(/[^a-z0-9]/g, '\\$&')}\\b`, 'i');
  return markdown.split(/\n(?=\n|[-*] )/).find((paragraph) => ruling.test(paragraph.trim())) ?? null;
}

/** Shortens a long section and lists the headings that are left out. */
function inParts({ lines }: Section): string {
  const text = lines.join('\n').trim();
  if (text.length <= LONGEST_SECTION) return text;
  const end = text.lastIndexOf('\n', LONGEST_SECTION);
  const rest = text.slice(end);
  return `${text.slice(0, end)}\n\n… and more, to be read by its sections:\n${contentsOf(rest)}`;
}

function sectionsOf(markdown: string): Section[] {
  const lines = markdown.split('\n');
  return lines.flatMap((line, at): Section[] => {
    const [, marks, heading] = HEADING.exec(line) ?? [];
    if (marks === undefined || heading === undefined) return [];
    const length = lines.slice(at + 1).findIndex((next) => (HEADING.exec(next)?.[1]?.length ?? 7) <= marks.length);
    return [{ depth: marks.length, heading, lines: lines.slice(at, length === -1 ? undefined : at + 1 + length) }];
  });
}
