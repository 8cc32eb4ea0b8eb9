import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { CatalogueEntry } from '#rules/catalogue.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { familyName, olderFamilyName } from '#rules/schema-names.ts';
import { contractOf, type RulesetContract } from '../../games/queries/table.ts';

/** A version of a ruleset with everything that is sent and shown in its games. */
export interface DocumentedVersion {
  ruleset: AnyRuleset;
  contract: RulesetContract;
}

/** Every version of a ruleset, the newest first: it alone has plain names, and new games are only of it. */
export function documentedVersions({ ruleset, older }: CatalogueEntry): [DocumentedVersion, ...DocumentedVersion[]] {
  const alone = older.length === 0;
  const newest = contractOf(ruleset, { prefix: familyName(ruleset.id), alone });
  const others = older.map((kept) => {
    const contract = contractOf(kept.ruleset, { prefix: olderFamilyName(kept.ruleset), alone });
    return { ruleset: kept.ruleset, contract: withoutNewGames(contract) };
  });
  return [{ ruleset, contract: newest }, ...others.reverse()];
}

function withoutNewGames(contract: RulesetContract): RulesetContract {
  const { chosenOptions, newGame, seatWish, all } = contract;
  const asked: TSchema[] = [chosenOptions, newGame, seatWish];
  return { ...contract, all: all.filter((schema) => !asked.includes(schema)) };
}

/**
 * One member of the families of all versions of a ruleset, as a branch of the union over all rulesets. Several are a
 * union in their turn, in which `rulesVersion` is another constant in each. It has no discriminator: those are of words.
 */
export function anyVersion(
  name: string,
  versions: readonly DocumentedVersion[],
  member: (contract: RulesetContract) => TObject,
): TObject {
  const members = versions.map(({ contract }) => member(contract));
  const [only, second] = members as [TObject, ...TObject[]];
  if (second === undefined) return only;
  const { id, name: title } = (versions[0] as DocumentedVersion).ruleset;
  const properties = {
    ruleset: Type.Literal(id, { description: 'What is played.' }),
    rulesVersion: Type.Unsafe<number>({
      type: 'integer',
      enum: versions.map(({ ruleset }) => ruleset.rulesVersion),
      description: 'The version of the rules: another one in each branch.',
    }),
  };
  return Type.Object(properties, {
    $id: `Any${familyName(id)}${name}`,
    description: `${title}, by any version of its rules.`,
    oneOf: members.map(({ $id }) => ({ $ref: `${$id}#` })),
  });
}
