import { expect, test } from 'vitest';
import { askPython } from './python.ts';
import { documentedVectors, workedOut } from './vectors.ts';

const IN_PYTHON = `
import json, verify
v = json.load(sys.stdin)
secret = bytes.fromhex(v["serverSeed"])
seed = verify.game_seed_from(secret, v["clientSeeds"])
key = bytes.fromhex(v["chain"]["chainKey"])
draws, dice = verify.words(seed, v["numbers"]["stream"]), verify.words(seed, v["dice"]["stream"])
heads = [verify.first_head(key, v["chain"]["game"])]
for entry in v["chain"]["entries"]:
    heads.append(verify.next_head(key, heads[-1], entry))
v["commitment"] = verify.commitment_to(secret)
v["gameSeed"] = seed.hex()
v["seeded"]["gameSeed"] = verify.game_seed_from_text(v["seeded"]["seed"]).hex()
v["words"] = {name: [word for word, _ in zip(verify.words(seed, name), words)] for name, words in v["words"].items()}
v["numbers"]["draws"] = [verify.number_below(below, draws) for below in v["numbers"]["below"]]
v["dice"]["values"] = [verify.number_below(sides, dice) + 1 for sides in v["dice"]["sides"]]
v["shuffled"]["result"] = verify.shuffled(v["shuffled"]["items"], verify.words(seed, v["shuffled"]["stream"]))
v["canonicalJson"]["text"] = verify.canonical(v["canonicalJson"]["value"])
v["state"]["stateHash"] = verify.commitment_to(verify.canonical(v["state"]["value"]).encode())
v["chain"]["heads"] = heads
placed = v["chain"]["inCompetition"]
v["chain"]["rated"] = {"head": verify.first_head(key, {**v["chain"]["game"], "rated": True})}
placed["head"] = verify.first_head(key, {**v["chain"]["game"], "competition": placed["competition"]})
print(json.dumps(v))
`;

test('the test vectors in docs/fairness-vectors.json follow from the recipe', () => {
  const vectors = documentedVectors();
  expect(workedOut(vectors)).toEqual(vectors);
});

test('an implementation in another language computes the same vectors', () => {
  const vectors = documentedVectors();
  const { stdout, stderr } = askPython(IN_PYTHON, vectors);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(vectors);
});
