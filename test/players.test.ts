import { expect, onTestFinished, test } from 'vitest';
import { Players } from '../src/players/players.ts';
import { openTestStore } from './store/test-store.ts';

test('a player who is looked up by a token while that token is replaced is not cached', async () => {
  const store = await openTestStore();
  onTestFinished(() => store.close());
  const players = new Players(store);
  const registered = await players.create('Ada', 'agent');
  if (!registered.ok) throw new Error('the name is taken');
  const { token: old } = registered.value;

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
  const rotated = await players.rotate(identity.token, null);
  if (!rotated.ok) throw new Error('the token is not there');
  release();
  expect((await early)?.player.name).toBe('Ada');
  expect(await players.byToken(old)).toBeNull();
  expect((await players.byToken(rotated.value.secret))?.player).toEqual(identity.player);
});
