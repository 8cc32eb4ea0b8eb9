import { Type } from '@sinclair/typebox';
import { asked, Refused } from '../house.ts';
import { inputs, RulesetId } from '../inputs.ts';
import { contentsOf, sectionOf } from '../rules-text.ts';
import { tool } from '../tool.ts';

export const listRulesets = tool({
  name: 'list_rulesets',
  title: 'Which games there are',
  description:
    'Lists every game that can be played here: its id, how many may play, its options and the bots that play it.',
  input: inputs({}),
  effect: 'none',
  async run(house) {
    const { rulesets } = await asked(house, { method: 'GET', path: '/v1/rulesets' });
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
  async run(house, { ruleset, section }) {
    const path = `/v1/rulesets/${encodeURIComponent(ruleset)}`;
    const { name, rules } = await asked(house, { method: 'GET', path, query: { rules: true } });
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

/** What an option may be, its default first. */
function valuesOf({ enum: words, type, minimum, maximum, default: usual }: any): string {
  const said = `default ${JSON.stringify(usual)}`;
  if (Array.isArray(words)) return `${words.join(' | ')}, ${said}`;
  if (minimum !== undefined) return `${minimum} to ${maximum}, ${said}`;
  return type === undefined ? said : `${type}, ${said}`;
}
