import { expect } from 'vitest';
import type { Answer } from './caller.ts';

export function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({ status, code, type: `/problems/${code}` });
  for (const word of ['title', 'detail', 'hint']) expect(answer.body[word].length).toBeGreaterThan(10);
  expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.(ts|js):\d+|select |insert |crp_/i);
}
