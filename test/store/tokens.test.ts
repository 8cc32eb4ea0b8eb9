import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import type { TokenRow } from '../../src/store/tokens.ts';
import { NOON, playerRow, registrationOf } from './rows.ts';
import { KINDS, openForAll } from './test-store.ts';

describe.each(KINDS)('tokens on the %s database', (kind) => {
  let store: Store;
  openForAll(kind, (opened) => {
    store = opened.store;
  });

  async function registered() {
    const player = playerRow();
    const hash = randomBytes(32);
    await store.players.create(registrationOf(player, hash));
    return { player, hash };
  }

  function readToken(playerId: string, changes: Partial<TokenRow> = {}): TokenRow {
    return {
      id: randomUUID(),
      hash: randomBytes(32),
      playerId,
      scope: 'read',
      name: null,
      createdAt: NOON,
      lastUsedOn: null,
      ...changes,
    };
  }

  function plain(row: TokenRow | null | undefined) {
    return row && { ...row, hash: Buffer.from(row.hash).toString('hex') };
  }

  it('return as they were written, with their player', async () => {
    const { player, hash } = await registered();
    const token = readToken(player.id, { name: 'board 😀' });
    expect(await store.tokens.add(token, 5)).toBe(true);
    const found = await store.tokens.byHash(token.hash);
    expect(found?.player).toEqual(player);
    expect(plain(found?.token)).toEqual(plain(token));
    const first = await store.tokens.byHash(hash);
    expect(first?.token).toMatchObject({ playerId: player.id, scope: 'play', name: null, createdAt: player.createdAt });
    const listed = await store.tokens.of(player.id);
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([first?.token.id, token.id]));
    expect(plain(listed.find(({ id }) => id === token.id))).toEqual(plain(token));
  });

  it('differ from unknown ones, also when many are read together', async () => {
    const { player, hash } = await registered();
    const token = readToken(player.id);
    await store.tokens.add(token, 5);
    const strangers = Array.from({ length: 2_000 }, () => randomBytes(32));
    const hex = (hashes: Uint8Array[]) => hashes.map((each) => Buffer.from(each).toString('hex')).sort();
    expect(hex(await store.tokens.unknown([hash, ...strangers, token.hash], NOON))).toEqual(hex(strangers));
    expect(await store.tokens.unknown([hash, token.hash], NOON)).toEqual([]);
    expect(await store.tokens.unknown([], NOON)).toEqual([]);
    await store.tokens.replace(hash, { hash: randomBytes(32), createdAt: NOON });
    await store.tokens.remove(player.id, token.id);
    expect(hex(await store.tokens.unknown([hash, token.hash], NOON))).toEqual(hex([hash, token.hash]));
  });

  it('are limited by scope, also with simultaneous requests', async () => {
    const { player } = await registered();
    const added = await Promise.all(Array.from({ length: 12 }, () => store.tokens.add(readToken(player.id), 5)));
    expect(added.filter(Boolean)).toHaveLength(5);
    expect(await store.tokens.of(player.id)).toHaveLength(6);
    const other = await registered();
    expect(await store.tokens.add(readToken(other.player.id), 5)).toBe(true);
  });

  it('are replaced once: the second of two replacements is rejected as too late', async () => {
    const { player, hash } = await registered();
    const before = await store.tokens.byHash(hash);
    const nexts = [randomBytes(32), randomBytes(32)].map((next) => ({ hash: next, createdAt: NOON }));
    const replaced = await Promise.all(nexts.map((next) => store.tokens.replace(hash, next)));
    expect(replaced.filter(Boolean)).toHaveLength(1);
    expect(await store.tokens.byHash(hash)).toBeNull();
    const next = nexts[replaced.indexOf(true)] as (typeof nexts)[0];
    const after = await store.tokens.byHash(next.hash);
    expect(after).toMatchObject({ player, token: { id: before?.token.id, scope: 'play', createdAt: NOON } });
    expect(await store.tokens.byHash((nexts[replaced.indexOf(false)] as (typeof nexts)[0]).hash)).toBeNull();
  });

  it('are removed by their own player only', async () => {
    const [ann, bob] = [await registered(), await registered()];
    const token = readToken(ann.player.id);
    await store.tokens.add(token, 5);
    expect(await store.tokens.remove(bob.player.id, token.id)).toBeNull();
    expect(await store.tokens.byHash(token.hash)).not.toBeNull();
    expect(plain(await store.tokens.remove(ann.player.id, token.id))).toEqual(plain(token));
    expect(await store.tokens.byHash(token.hash)).toBeNull();
    expect(await store.tokens.remove(ann.player.id, token.id)).toBeNull();
    expect(await store.tokens.remove(ann.player.id, 'not-a-uuid')).toBeNull();
  });

  it('answer each of many simultaneous requests', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, registered));
    const asked = people.flatMap(({ hash }) => [hash, randomBytes(32), hash]);
    const found = await Promise.all(asked.map((hash) => store.tokens.byHash(hash)));
    const ids = people.flatMap(({ player }) => [player.id, undefined, player.id]);
    expect(found.map((each) => each?.player.id)).toEqual(ids);
  });
});
