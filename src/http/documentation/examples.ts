import { headerColumns } from '../../games/commands/create-game.ts';
import { acted, created, started } from '../../games/model/fold.ts';
import { type Change, chanceOf, type Game, type GameHeader, type Proposal, summaryOf } from '../../games/model/game.ts';
import { newState, type PlanView, planView } from '../../games/plans/plan.ts';
import { type GameSummary, summaryFrom } from '../../games/queries/lobby.ts';
import { pastState } from '../../games/queries/past-states.ts';
import { type SeenEvent, seenEvents, type TableView, tableView, type Wants } from '../../games/queries/table-view.ts';
import { NO_TELLING } from '../../games/queries/wording.ts';
import { drawnWorlds } from '../../games/queries/worlds.ts';
import { play, setUp } from '../../kernel/play.ts';
import type { ActionShape, Seat } from '../../kernel/ruleset.ts';
import { FastChance } from '../../kernel/search/fast-chance.ts';
import type { Player } from '../../players/players.ts';
import type { CatalogueEntry } from '../../rulesets/catalogue.ts';
import type { EventRow } from '../../store/contract/event-log.ts';

/** Examples in the OpenAPI document are played, not written: they show what a client really gets, long lists cut short. */
export const EXAMPLE_PLAYER: Player = {
  id: '01930000-0000-7000-8000-000000000001',
  name: 'Ada',
  kind: 'agent',
  createdAt: new Date('2026-01-01T12:00:00Z'),
};

/** As long as a real one. */
export const EXAMPLE_TOKEN = `crp_${'x'.repeat(43)}`;

const LONGEST_LIST = 5;
const PLAIN: Wants = { text: false, legalActions: true, labels: false, names: false };
const GAME_ID = '01930000-0000-7000-8000-000000000002';
const ME = { viewer: 0, you: [0] };

export interface Examples {
  newGame: object;
  /** just started */
  game: TableView;
  move: object;
  newPlan: object;
  plan: PlanView;
  actionResult: object;
  actionList: object;
  eventPage: object;
  stateList: object;
  summary: GameSummary;
  worlds: object;
  undoOffer: object;
}

/** A few moments of one game of this ruleset, the same at every start of the service. */
export function examplesOf({ ruleset, inputs }: CatalogueEntry): Examples {
  const seats = Array.from({ length: ruleset.seats.min }, () => 'me');
  const header = headerOf({ ruleset, inputs });
  const begun = begin(header);
  const { game } = begun;
  const seat = game.decisions[0]?.seat ?? 0;
  const you = game.seats.map((_, own) => own);
  const state = tableView(game, { viewer: seat, you }, PLAIN);
  const listed: ActionShape[] = ruleset.legalActions(game.state, seat);
  const action = listed[new FastChance('example').int(listed.length)] as ActionShape;

  const version = game.version + 1;
  const played = play(ruleset, game.state, seat, action, chanceOf(header, game.seats, version));
  if (!played.ok) throw new Error(`${ruleset.id} lists an action that it refuses`);
  const after = acted(game, rowOf(version, 'action', { seat, action: { ...action }, draws: played.draws }), played);
  const view = ruleset.view(game.state, seat);
  return {
    newGame: { ruleset: ruleset.id, options: header.options, seats },
    game: abridged(state),
    move: { action, expectedVersion: game.version },
    ...planExamples(game, seat, action),
    actionResult: {
      ruleset: ruleset.id,
      rulesVersion: ruleset.rulesVersion,
      appliedVersion: version,
      version,
      events: seenEvents(after.game, after.events, seat),
      state: abridged(tableView(after.game, { viewer: seat, you }, PLAIN)),
    },
    actionList: {
      ruleset: ruleset.id,
      rulesVersion: ruleset.rulesVersion,
      seat,
      version: game.version,
      head: game.head,
      actions: listed.slice(0, LONGEST_LIST).map((each) => ({ action: each, label: ruleset.label(each, view) })),
    },
    eventPage: {
      ruleset: ruleset.id,
      rulesVersion: ruleset.rulesVersion,
      version: game.version,
      events: eventsOf(begun),
      next: null,
    },
    stateList: {
      ruleset: ruleset.id,
      rulesVersion: ruleset.rulesVersion,
      version,
      viewer: seat,
      states: [pastState(game, seat, NO_TELLING)],
    },
    summary: summaryFrom({ ...summaryOf(game), ...headerColumns(header) }),
    worlds: drawnWorlds(game, seat, 1, new FastChance('example')),
    undoOffer: { seat, version, undo: { to: game.version, action, label: ruleset.label(action, view) }, whyNot: null },
  };
}

/** A plan that does this action if the seat sees the same phase again, or else leaves the decision to the player. */
function planExamples(game: Game, seat: Seat, action: ActionShape): Pick<Examples, 'newPlan' | 'plan'> {
  const { phase } = game.header.ruleset.view(game.state, seat) as { phase?: string };
  const when = phase === undefined ? {} : { when: [{ view: '/phase', is: phase }] };
  const branches = [{ ...when, do: action, next: 'again' as const }];
  const asked = { expectedVersion: game.version, branches, unmatched: 'wait' as const };
  return {
    newPlan: asked,
    plan: planView({ seat, playerId: EXAMPLE_PLAYER.id, state: newState(asked, 0, game.updatedAt) }),
  };
}

function abridged(state: TableView): TableView {
  const { legalActions } = state;
  return legalActions === undefined ? state : { ...state, legalActions: legalActions.slice(0, LONGEST_LIST) };
}

function eventsOf({ game, events }: Change): SeenEvent[] {
  return seenEvents(game, events, ME.viewer);
}

/** A game that ended as soon as it had begun: all but one resigned. */
export function resignedGame(entry: CatalogueEntry): { header: GameHeader; rows: EventRow[] } {
  const header = headerOf(entry);
  const { rows } = begin(header);
  const leaving = Math.max(1, header.seatCount - 1);
  const resigned = Array.from({ length: leaving }, (_, seat) => rowOf(rows.length + seat + 1, 'resigned', { seat }));
  return { header, rows: [...rows, ...resigned] };
}

function headerOf({ ruleset, inputs }: Pick<CatalogueEntry, 'ruleset' | 'inputs'>): GameHeader {
  const options = inputs.options({});
  if (!options.ok) throw new Error(`the default options of ${ruleset.id} do not fit their own schema`);
  return {
    id: GAME_ID,
    ruleset,
    options: options.value,
    seatCount: ruleset.seats.min,
    visibility: 'public',
    inviteCode: null,
    createdBy: EXAMPLE_PLAYER.id,
    createdAt: EXAMPLE_PLAYER.createdAt,
    commitment: null,
    commitmentId: null,
    chance: { seed: 'example' },
    chainKey: new Uint8Array(32),
    clock: null,
    standIn: 'random',
    rematchOf: null,
    daily: null,
    rated: false,
    place: null,
    talking: true,
  };
}

function begin(header: GameHeader): Proposal {
  const { id, name, kind } = EXAMPLE_PLAYER;
  const seats = Array.from({ length: header.seatCount }, () => ({
    kind: 'player',
    player: { id, name, kind },
    clientSeed: 'example',
  }));
  const first = rowOf(1, 'created', { action: { seats } });
  const opening = created(header, first);
  const played = setUp(header.ruleset, header.options, header.seatCount, chanceOf(header, opening.game.seats, 2));
  const second = rowOf(2, 'started', { draws: played.draws });
  const change = started(opening.game, second, played);
  return { game: change.game, events: [...opening.events, ...change.events], rows: [first, second] };
}

function rowOf(version: number, kind: string, more: Partial<EventRow>): EventRow {
  const at = EXAMPLE_PLAYER.createdAt;
  return { gameId: GAME_ID, version, kind, seat: null, action: null, draws: [], at, ...more };
}
