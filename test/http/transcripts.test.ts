import { writeFileSync, mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '../../src/games/transcript.ts';
import { verify } from '../../src/games/verification.ts';
import { type Catalogue, loadCatalogue } from '../../src/rulesets/catalogue.ts';
import type { Caller } from './caller.ts';
import { created, over, playOn, transcriptOf } from './finished-games.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let catalogue: Catalogue;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  catalogue = await loadCatalogue(true);
  service = await startService();
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
  mkdirSync('/tmp/transcripts', { recursive: true });
});
afterAll(() => service.stop());

function keep(name: string, transcript: Transcript) {
  writeFileSync(`/tmp/transcripts/${name}.json`, JSON.stringify(transcript));
}

/** Each a way in which a game comes to its end; the transcript must verify. */
const GAMES: Record<string, () => Promise<string>> = {
  'champions of chance by two players': async () => {
    const { id } = await created(ada, { ruleset: 'champions-of-chance', clientSeeds: ['ada was here', null] });
    await bob.post(`/v1/games/${id}/seats`, { clientSeed: 'bob too' });
    await playOn([ada, bob], id, 'two players');
    return id;
  },
  'folly and fortune against bots': async () => {
    const { id } = await created(ada, { ruleset: 'folly-and-fortune', seats: ['me', { bot: 'random' }, { bot: 'random' }] });
    await playOn([ada], id, 'bots');
    return id;
  },
  'pascal, seeded': async () => {
    const { id } = await created(ada, { ruleset: 'pascal', seed: 'open to all' });
    await playOn([ada], id, 'pascal');
    return id;
  },
  'pascals ruin, the commitment first': async () => {
    const { body } = await ada.post('/v1/commitments', {});
    const options = { mode: 'match', roundsToWin: 1 };
    const asked = { ruleset: 'pascals-ruin', seats: ['me', 'me', { bot: 'random' }], options };
    const { id } = await created(ada, { ...asked, commitmentId: body.commitmentId, clientSeeds: ['one', 'two', null] });
    await playOn([ada], id, 'first');
    return id;
  },
  'pokers rogue reckoning by a bot alone': async () => {
    const { id } = await created(ada, { ruleset: 'pokers-rogue-reckoning', seats: [{ bot: 'skilled' }] });
    await over(ada, id);
    return id;
  },
  'resigned, and played on by the stand-in': async () => {
    const { id } = await created(ada, { ruleset: 'champions-of-chance', seats: ['me', 'open', { bot: 'random' }] });
    await bob.post(`/v1/games/${id}/seats`, {});
    await playOn([ada, bob], id, 'some', 3);
    expect((await bob.post(`/v1/games/${id}/resignation`, {})).status).toBe(200);
    await playOn([ada], id, 'rest');
    return id;
  },
  'aborted by consent': async () => {
    const { id } = await created(ada, { ruleset: 'pascals-ruin' });
    await bob.post(`/v1/games/${id}/seats`, {});
    await playOn([ada, bob], id, 'some', 5);
    await ada.post(`/v1/games/${id}/abort`, {});
    await bob.post(`/v1/games/${id}/abort`, {});
    return id;
  },
  'aborted before the start, with comings and goings': async () => {
    const { id } = await created(ada, { ruleset: 'pascals-ruin', seats: ['me', { player: bob.id }] });
    await bob.post(`/v1/games/${id}/seats`, {});
    return id;
  },
  'run out of time': async () => {
    const clock = { perAction: 1, onTimeout: 'resign' };
    const { id } = await created(ada, { ruleset: 'champions-of-chance', seats: ['me', 'me'], clock });
    await over(ada, id);
    return id;
  },
  'drawn for when the time was up': async () => {
    const clock = { bank: 1, increment: 0, onTimeout: 'random' };
    const { id } = await created(ada, { ruleset: 'folly-and-fortune', seats: ['me', { bot: 'random' }], clock });
    await over(ada, id);
    return id;
  },
};

describe('the transcript verifies of a game that was', () => {
  test.each(Object.keys(GAMES))('%s', async (name) => {
    const id = await (GAMES[name] as () => Promise<string>)();
    const state = (await ada.get(`/v1/games/${id}`)).body;
    if (state.status === 'playing') return;
    const t0 = performance.now();
    const transcript = await transcriptOf(ada, id);
    const t1 = performance.now();
    keep(name.replaceAll(' ', '-'), transcript);
    const result = verify(transcript, catalogue, [{ version: state.version, head: state.head }]);
    console.log(name, result, Math.round(t1 - t0), Math.round(performance.now() - t1), JSON.stringify(transcript).length);
    expect(result).toMatchObject({ verified: true });
  });
});
