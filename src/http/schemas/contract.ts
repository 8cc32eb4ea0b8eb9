import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Catalogue, CatalogueEntry } from '#rules/catalogue.ts';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Nullable, namedSchemas, Ref, Union } from '#rules/kernel/schema.ts';
import { familyName, olderFamilyName } from '#rules/schema-names.ts';
import { outcomeIn } from '../../games/model/house-events.ts';
import { planContract } from '../../games/plans/plan-shapes.ts';
import { contractOf, type RulesetContract } from '../../games/queries/table.ts';
import { undoOfferOf } from '../../games/takebacks.ts';
import { WebhookMessage } from '../../notifications/webhook/webhook-shapes.ts';
import { Problem } from '../problems/problem.ts';

export type Contract = ReturnType<typeof contractFor>;

export function contractFor(catalogue: Catalogue) {
  const listed = [...catalogue.values()].map(documentedVersions);
  const each = listed.flat();
  const family = (name: string, member: (contract: RulesetContract) => TObject, description: string): TSchema => {
    const branches = listed.map((versions) => anyVersion(name, versions, member));
    return Union(name, 'ruleset', branches, description);
  };

  const newGames = listed.map(([newest]) => newest.contract.newGame);
  const gameSummary = family('GameSummary', (contract) => contract.gameSummary, 'A game from outside.');
  const gameList = Type.Object(
    {
      games: Type.Array(Ref(gameSummary), { description: 'Newest first.' }),
      next: Nullable(Type.String(), { description: 'Send it as `cursor` for the next page; null on the last page.' }),
    },
    { $id: 'GameList', description: 'A page of games.' },
  );
  const action = anyActionOf(each.map(({ contract }) => contract));
  const plans = planContract(action);
  const worlds = 'Positions that agree with what a seat has seen.';

  const families = {
    newGame: Union('NewGame', 'ruleset', newGames, 'A game to be created.'),
    game: family('Game', (contract) => contract.game, 'A game as one viewer sees it.'),
    gameSummary,
    gameList,
    action,
    actionResult: family('ActionResult', (contract) => contract.actionResult, 'What an action led to.'),
    actionList: family('ActionList', (contract) => contract.actionList, 'Every legal action of a seat.'),
    eventPage: family('EventPage', (contract) => contract.eventPage, 'What happened in a game.'),
    liveEvent: family('LiveEvent', (contract) => contract.liveEvent, 'What a stream of a game tells.'),
    stateList: family('StateList', (contract) => contract.stateList, 'What a game was like.'),
    sampledWorlds: family('SampledWorlds', (contract) => contract.sampledWorlds, worlds),
    undoOffer: undoOfferOf(action),
  };
  // the documented outcome lists the endings of all rulesets
  const outcome = outcomeIn(each.map(({ ruleset }) => ruleset));
  const named = namedSchemas([outcome, ...Object.values(families), ...Object.values(plans), WebhookMessage, Problem]);
  const contracts = new Map(each.map(({ ruleset, contract }) => [ruleset, contract]));
  return { contracts, ...families, ...plans, named };
}

/** Returns the union of all actions, without discriminator: rulesets may use one word for different actions. */
function anyActionOf(contracts: readonly RulesetContract[]) {
  const refs = contracts.map((contract) => Ref(contract.action));
  const description = 'An action of the game’s own ruleset.';
  return Type.Unsafe<ActionShape>({ $id: 'Action', description, ...(refs.length === 1 ? refs[0] : { anyOf: refs }) });
}

interface DocumentedVersion {
  ruleset: AnyRuleset;
  contract: RulesetContract;
}

/** Returns the versions, newest first. New games use only the newest; names of older schemas contain their version. */
function documentedVersions({ ruleset, older }: CatalogueEntry): [DocumentedVersion, ...DocumentedVersion[]] {
  const alone = older.length === 0;
  const newest = contractOf(ruleset, { prefix: familyName(ruleset.id), alone });
  const others = older.map((kept) => {
    const contract = contractOf(kept.ruleset, { prefix: olderFamilyName(kept.ruleset), alone });
    return { ruleset: kept.ruleset, contract };
  });
  return [{ ruleset, contract: newest }, ...others.reverse()];
}

/** Returns the union of all versions' schemas, without discriminator: versions differ in `rulesVersion`, which is a
 * number, and a discriminator must be a string. */
function anyVersion(
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
    oneOf: members.map((schema) => Ref(schema)),
  });
}
