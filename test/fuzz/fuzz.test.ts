import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../http/service.ts';
import { fuzz } from './fuzzer.ts';

test('bent requests get answers that the document describes (`npm run fuzz` is the long form)', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const { findings, sent } = await fuzz({ url: service.url, seed: 'short', requests: 2_000, ms: 4_000 });
  expect(findings.map(({ operation, what, request }) => `${operation}: ${what} ${JSON.stringify(request)}`)).toEqual(
    [],
  );
  expect(sent).toBeGreaterThan(50);
});
