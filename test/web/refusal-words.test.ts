import { expect, test } from 'vitest';
import { REFUSALS } from '../../web/src/core/words/refusals.ts';
import { wordsOf } from '../../web/src/core/words.ts';

const FOR_PROGRAMS = /`|\/[a-z]|[a-z][A-Z]|[A-Z]_[A-Z]|UTC|seat \d|JSON|HTTP|header|[Ii]dempoten/;

test('every refusal has a sentence for people', () => {
  for (const [code, words] of Object.entries(REFUSALS)) {
    if (words === null) continue;
    expect(words, code).toMatch(/^[A-Z].*[.!]$/);
    expect(words, code).not.toMatch(FOR_PROGRAMS);
  }
});

test('a sentence of the service names fields in words', () => {
  const refusal = { status: 400, hint: null, suggestion: null, rule: null, errors: [] };
  const detail = 'Not with `chainPoints`.';
  expect(wordsOf({ ...refusal, code: 'invalid-options', detail })).toBe('Not with chain points.');
});
