import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { seenProblems } from './http/contract.ts';
import { SEEN } from './unseen-problems.ts';

const written = new Set<string>();

afterAll(() => {
  const fresh = [...seenProblems].filter((pair) => !written.has(pair));
  if (fresh.length === 0) return;
  for (const pair of fresh) written.add(pair);
  appendFileSync(join(inject('runFolder'), SEEN), fresh.map((pair) => `${pair}\n`).join(''));
});
