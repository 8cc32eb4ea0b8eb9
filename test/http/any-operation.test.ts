// What every operation refuses alike, whatever it does.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/store/contract/failures.ts';
import type { Caller, CallOptions } from './caller.ts';
import { committedDocument } from './contract.ts';
import { type DocumentedOperation, operationsOf } from './documented-operations.ts';
import { type Service, startService } from './service.ts';

const NOTHING = '01930000-0000-7000-8000-0000000000ff';
const UNKNOWN = `crp_${'A'.repeat(43)}`;
const JSON_BODY = { 'content-type': 'application/json' };

const all = operationsOf(committedDocument()).filter(({ path }) => path.startsWith('/v1/'));
const changes = all.filter(({ method }) => method !== 'get');
/** Whether the operation documents this refusal. */
const has = (code: string) => (operation: DocumentedOperation) => operation.refusals.includes(code);

let service: Service;
let ada: Caller;
beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
});
afterAll(() => service.stop());

/** Each operation, called in this way, is refused with this code; the path names nothing that exists. */
async function expectRefused(
  operations: readonly DocumentedOperation[],
  code: string,
  caller: Caller,
  options: (operation: DocumentedOperation) => CallOptions & { query?: string } = ({ body }) => ({ body }),
): Promise<void> {
  for (const operation of operations) {
    const path = operation.path
      .replace('{ruleset}', 'pascal')
      .replace('{poolId}', '0'.repeat(16))
      .replace('{token}', 'x'.repeat(43))
      .replace(/\{(seat|round|board|entry)\}/, '1')
      .replace(/\{\w+\}/g, NOTHING);
    const { query = '', ...sent } = options(operation);
    const { body } = await caller.call(operation.method.toUpperCase(), path + query, sent);
    expect(body?.code, operation.id).toBe(code);
  }
}

test('a body that is not JSON, is too large, or is of another media type', async () => {
  await expectRefused(changes, 'invalid-json', ada, () => ({ raw: '{', headers: JSON_BODY }));
  await expectRefused(changes, 'body-too-large', ada, () => ({ raw: `"${'x'.repeat(70_000)}"`, headers: JSON_BODY }));
  await expectRefused(changes, 'unsupported-media-type', ada, () => ({
    raw: 'x',
    headers: { 'content-type': 'text/csv' },
  }));
});

test('a query that is not known, and one that is too long', async () => {
  // monitors and mail gateways add to these addresses
  for (const path of ['/healthz', '/readyz']) expect((await ada.get(`${path}?nothing=1`)).status).toBe(200);
  const strict = all.filter(({ id }) => id !== 'unsubscribeNotificationChannel');
  await expectRefused(strict, 'invalid-request', ada, ({ body }) => ({ body, query: '?nothing=1' }));
  await expectRefused(all, 'uri-too-long', ada, ({ body }) => ({ body, query: `?${'x'.repeat(9_000)}` }));
});

test('a token that is unknown, that only reads, or of somebody who is suspended', async () => {
  await expectRefused(all.filter(has('unauthorized')), 'unauthorized', ada.as(UNKNOWN));
  // what such a token may follow of a game lacks the chat alone
  const { token } = (await ada.post('/v1/me/read-tokens', {})).body;
  await expectRefused(
    all.filter(has('read-only-token')).filter(({ id }) => id !== 'followEvents'),
    'read-only-token',
    ada.as(token),
  );
  const eve = await service.stranger.register('Eve');
  const suspension = { since: new Date(), until: new Date(Date.now() + 1e9), because: 'insults' };
  await service.players.suspend(eve.id as string, suspension);
  await expectRefused(all.filter(has('suspended')), 'suspended', eve);
});

test('more calls than the limits allow', async () => {
  const busy = await startService({ limits: { rates: { player: 1, address: 'off', registration: 'off' } } });
  await busy.stranger.get('/v1/rulesets');
  await expectRefused(all, 'rate-limited', busy.stranger);
  await busy.stop();
});

test('calls while the database is away, and while the house errs', async () => {
  const token = vi.spyOn(service.store.tokens, 'byHash');
  const unknown = all.filter(has('unauthorized'));
  token.mockRejectedValue(new StoreUnavailable('away'));
  await expectRefused(unknown, 'unavailable', ada.as(UNKNOWN));
  token.mockRejectedValue(new Error('a mistake'));
  await expectRefused(unknown, 'internal-error', ada.as(UNKNOWN));
});
