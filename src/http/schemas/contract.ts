import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Catalogue, CatalogueEntry } from '#rules/catalogue.ts';
import { PresetSchema } from '#rules/kernel/introduction.ts';
import { Odds } from '#rules/kernel/odds.ts';
import type { ActionShape, AnyRuleset } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref, Union } from '#rules/kernel/schema.ts';
import { familyName, olderFamilyName } from '#rules/schema-names.ts';
import { ANALYSIS_PARTS, MoveList } from '../../analyses/queries/analysis-view.ts';
import { ESTIMATE_PARTS } from '../../competitions/estimates/estimate.ts';
import { COMPETITION_PARTS } from '../../competitions/model/competition-shapes.ts';
import { COMPETITION_EVENT_PARTS } from '../../competitions/model/events.ts';
import { SETTINGS_PARTS } from '../../competitions/model/settings.ts';
import { SCHEDULE_PARTS } from '../../competitions/queries/competition-schedule.ts';
import { STANDINGS_PARTS } from '../../competitions/queries/competition-standings.ts';
import { CALENDAR_PARTS } from '../../games/calendar/calendars.ts';
import { CHAT_PARTS } from '../../games/chat/chat-shapes.ts';
import { DAILY_PARTS } from '../../games/daily/daily-shapes.ts';
import { FAIRNESS_PARTS } from '../../games/fairness/fairness-shapes.ts';
import { Outcome, outcomeIn } from '../../games/model/house-events.ts';
import { planContract } from '../../games/plans/plan-shapes.ts';
import { ASK_PARTS, LOBBY_PARTS } from '../../games/queries/lobby-shapes.ts';
import { JsonSchema, PrintedCard, RulesetDetail, RulesetList, RulesetSummary } from '../../games/queries/ruleset.ts';
import { contractOf, type RulesetContract, TABLE_PARTS } from '../../games/queries/table.ts';
import { undoOfferOf } from '../../games/takebacks.ts';
import { NOTIFICATION_PARTS } from '../../notifications/channel-shapes.ts';
import { WEBHOOK_PARTS } from '../../notifications/webhook/webhook-shapes.ts';
import { PLAYER_PARTS } from '../../players/player-shapes.ts';
import { DEVICE_PARTS, TOKEN_PARTS } from '../../players/token-shapes.ts';
import { RATING_PARTS } from '../../ratings/rating-shapes.ts';
import { RATING_RECORD_PARTS } from '../../ratings/record-shapes.ts';
import { SEEK_PARTS } from '../../seeks/seek-shapes.ts';
import { Problem } from '../problems/problem.ts';

export type Contract = ReturnType<typeof contractFor>;

export function contractFor(catalogue: Catalogue) {
  const listed = [...catalogue.values()].map(documentedVersions);
  const each = listed.flat();
  const between: TSchema[] = [];
  const family = (name: string, member: (contract: RulesetContract) => TObject, description: string): TSchema => {
    const branches = listed.map((versions) => anyVersion(name, versions, member));
    between.push(...branches.filter((_, i) => (listed[i] as DocumentedVersion[]).length > 1));
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
  const { newPlan, plan, planOfSeat, all: planParts } = planContract(action);
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
  const own = each.flatMap(({ contract }) => contract.all);
  const all: TSchema[] = [
    ...LOBBY_PARTS,
    ...DAILY_PARTS,
    ...FAIRNESS_PARTS,
    Odds,
    ...SETTINGS_PARTS,
    ...ESTIMATE_PARTS,
    ...COMPETITION_PARTS,
    ...SCHEDULE_PARTS,
    ...STANDINGS_PARTS,
    ...COMPETITION_EVENT_PARTS,
    ...RATING_PARTS,
    ...RATING_RECORD_PARTS,
    ...SEEK_PARTS,
    ...ANALYSIS_PARTS,
    MoveList,
    ...CHAT_PARTS,
    ...planParts,
    ...CALENDAR_PARTS,
    Problem,
    ...PLAYER_PARTS,
    ...TOKEN_PARTS,
    ...DEVICE_PARTS,
    JsonSchema,
    PrintedCard,
    PresetSchema,
    RulesetSummary,
    RulesetList,
    RulesetDetail,
    ...TABLE_PARTS.filter((part) => part !== Outcome),
    outcomeIn(each.map(({ ruleset }) => ruleset)),
    ...ASK_PARTS,
    ...WEBHOOK_PARTS,
    ...NOTIFICATION_PARTS,
    ...own,
    ...between,
    ...Object.values<TSchema>(families),
  ];
  const contracts = new Map(each.map(({ ruleset, contract }) => [ruleset, contract]));
  return { contracts, ...families, newPlan, plan, planOfSeat, all };
}

/** No discriminator: rulesets may use one word for different actions. */
function anyActionOf(contracts: readonly RulesetContract[]) {
  const refs = contracts.map((contract) => ({ $ref: `${contract.action.$id}#` }));
  const description = 'An action of the game’s own ruleset.';
  return Type.Unsafe<ActionShape>({ $id: 'Action', description, ...(refs.length === 1 ? refs[0] : { anyOf: refs }) });
}

interface DocumentedVersion {
  ruleset: AnyRuleset;
  contract: RulesetContract;
}

/** Newest first: only it has plain names and takes new games. */
function documentedVersions({ ruleset, older }: CatalogueEntry): [DocumentedVersion, ...DocumentedVersion[]] {
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

/** Versions differ in the constant `rulesVersion`; no discriminator, because those must be strings. */
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
    oneOf: members.map(({ $id }) => ({ $ref: `${$id}#` })),
  });
}
