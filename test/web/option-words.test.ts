import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { questionsIn } from '../../web/src/core/option-schema.ts';

const catalogue = await loadCatalogue(true);
const rulesets = [...catalogue.values()].map(({ ruleset }) => ruleset);

test.each(rulesets.map((ruleset) => [ruleset.id, ruleset.schemas.options] as const))(
  "every option of %s has a question in words, and no program's name",
  (_, options) => {
    for (const question of questionsIn(options)) {
      const words = question.kind === 'words' ? question.words.map(({ description }) => description) : [];
      expect(`${question.description}${words.join('')}`, question.name).toMatch(/[a-z]{3}.*\./);
      for (const text of [question.description, ...words]) {
        expect(text, question.name).not.toMatch(/\bnull\b|\b[a-z]+[A-Z]/);
      }
    }
  },
);

test('a description does not repeat the name of its question', () => {
  const [dice] = questionsIn({
    properties: { victoryDice: { type: 'boolean', description: 'Victory Dice: a won card counts.' } },
  });
  expect(dice).toMatchObject({ name: 'victoryDice', description: 'A won card counts.' });
});

test('another option is mentioned by the name of its question', () => {
  const [mode] = questionsIn({
    properties: {
      mode: {
        type: 'string',
        enum: ['short', 'long'],
        description: 'short: one round. long: until maxRounds is reached.',
      },
      maxRounds: { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'With null there is no end.' },
    },
  });
  expect(mode).toMatchObject({
    words: [{ description: 'One round.' }, { description: 'Until “max rounds” is reached.' }],
  });
});
