import { readFileSync } from 'node:fs';
import { firstHead, nextHead } from '#rules/kernel/chain.ts';
import { commitmentTo, gameSeedFrom, gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import { hexOf } from '#rules/kernel/hex.ts';
import { canonical } from '#rules/kernel/json.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { rollDie } from '#rules/kernel/tabletop/dice.ts';
import { stateHash } from '../../src/games/fairness/transcript.ts';

const VECTORS = new URL('../../docs/fairness-vectors.json', import.meta.url);

export function documentedVectors(): any {
  return JSON.parse(readFileSync(VECTORS, 'utf8'));
}

export function workedOut(vectors: any): any {
  const { serverSeed, clientSeeds, seeded, words, numbers, dice, shuffled, canonicalJson, state, chain } = vectors;
  const secret = Buffer.from(serverSeed, 'hex');
  const gameSeed = gameSeedFrom(secret, clientSeeds);
  const chainKey = Buffer.from(chain.chainKey, 'hex');
  const chanceFor = (stream: string) => new PublishedChance(gameSeed, stream);
  const drawer = chanceFor(numbers.stream);
  const table = chanceFor(dice.stream);
  const { competition } = chain.inCompetition;
  const heads = [firstHead(chainKey, chain.game)];
  for (const entry of chain.entries) heads.push(nextHead(chainKey, heads.at(-1) as string, entry));
  return {
    serverSeed,
    commitment: commitmentTo(secret),
    clientSeeds,
    gameSeed: hexOf(gameSeed),
    seeded: { seed: seeded.seed, gameSeed: hexOf(gameSeedFromText(seeded.seed)) },
    words: Object.fromEntries(
      Object.entries<number[]>(words).map(([stream, list]) => [stream, wordsOf(chanceFor(stream), list.length)]),
    ),
    numbers: { ...numbers, draws: numbers.below.map((below: number) => drawer.int(below)) },
    dice: { ...dice, values: dice.sides.map((sides: number) => rollDie(table, sides)) },
    shuffled: { ...shuffled, result: shuffle(chanceFor(shuffled.stream), shuffled.items) },
    canonicalJson: { ...canonicalJson, text: canonical(canonicalJson.value) },
    state: { ...state, stateHash: stateHash(state.value) },
    chain: {
      ...chain,
      heads,
      rated: { head: firstHead(chainKey, { ...chain.game, rated: true }) },
      inCompetition: { competition, head: firstHead(chainKey, { ...chain.game, competition }) },
    },
  };
}

function wordsOf(chance: PublishedChance, count: number): number[] {
  return Array.from({ length: count }, () => chance.int(2 ** 32));
}
