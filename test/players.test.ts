import { expect, onTestFinished, test } from 'vitest';
import { Players } from '../src/players/players.ts';
import { openTestStore } from './store/test-store.ts';

test('a look-up that was under way while its token changed is not remembered', async () => {
  const store = await openTestStore();
  onTestFinished(() => store.close());
  const players = new Players(store);
  const registered = await players.create('Ada', 'agent');
  if (!('token' in registered)) throw new Error('the name is taken');
  const { token: old } = registered;

  const lookUp = store.tokens.byHash.bind(store.tokens);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  store.tokens.byHash = async (hash) => {
    const found = await lookUp(hash);
    await held;
    return found;
  };
  const early = players.byToken(old);
  store.tokens.byHash = lookUp;
  const identity = await players.byToken(old);
  if (identity === null) throw new Error('the token is not known');
  const rotated = await players.rotate(identity.token);
  release();
  expect((await early)?.player.name).toBe('Ada');
  expect(await players.byToken(old)).toBeNull();
  expect((await players.byToken(rotated?.secret ?? ''))?.player).toEqual(identity.player);
});
