import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';

const catalogue = await loadCatalogue(false);
const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const NOTICE = oneLine(readFileSync(new URL('../../NOTICE', import.meta.url), 'utf8'));

test.each([...catalogue])(
  '%s gives the same credits in its rules, in NOTICE and in the catalogue',
  (_, { ruleset, rules }) => {
    const { author, document, added } = ruleset.credits;
    const who = author === null ? 'The document does not name its author.' : `The author of the game is ${author}.`;
    const credits = `Published document: ${document}. ${who} This project added: n${added.slice(1)}`;
    expect(oneLine(rules)).toContain(`## Credits ${credits}`);
    expect(NOTICE).toContain(`${ruleset.name} ${credits}`);
  },
);
