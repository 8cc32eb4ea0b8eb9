import { expect, test } from 'vitest';
import { serviceOfTest } from '../http/service.ts';
import { fuzz } from './fuzzer.ts';

const REQUESTS = 400;

test('bent requests get documented responses (`npm run check -- fuzz` is the long form)', async () => {
  const service = await serviceOfTest();
  const { findings, sent, tally } = await fuzz({ url: service.url, seed: 'short', requests: REQUESTS });
  expect(findings.map(({ operation, what, request }) => `${operation}: ${what} ${JSON.stringify(request)}`)).toEqual(
    [],
  );
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(tally.operations.size - tally.neverDone.length).toBeGreaterThan(20);
});
