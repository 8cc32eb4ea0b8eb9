// Fills a database with the data of years of play. Takes only minutes, because this process itself plays the games.

import { loadCatalogue } from '../../dist/rules/catalogue.js';
import { submitAction } from '../../dist/src/games/commands/actions.js';
import { headerColumns, newHeader, opening } from '../../dist/src/games/commands/create-game.js';
import { summaryOf } from '../../dist/src/games/model/game.js';
import { changedMemberships } from '../../dist/src/games/model/participants.js';
import { chosenBy, ENDS_IT, LONG_GAME, randomFrom } from './game.mjs';

/** kinds of games, used in turn for ten games each; most end after 60 or 90 events */
const SHORT_GAMES = [
  { ruleset: 'pascals-ruin', options: { mode: 'match', roundsToWin: 1 } },
  { ruleset: 'folly-and-fortune', options: {} },
];
const LONGEST = 500;
/** how many games one statement stores; its time is limited by the statement timeout of the service */
const AT_ONCE = 40;

const catalogue = await loadCatalogue(false);

export function noLives() {
  return { games: 0, lived: 0, events: 0, unfinished: [] };
}

export async function fillWithLives(store, lives, { games, players }) {
  let before = Promise.resolve(); // PostgreSQL stores one batch while the next one is played
  while (lives.lived < games) {
    const batch = Array.from({ length: Math.min(AT_ONCE, games - lives.lived) }, () => livedGame(lives, players));
    await before;
    before = Promise.all(batch.map((each) => stored(store, each)));
  }
  await before;
}

export async function storeLongGame(store, lives, { events, players }) {
  const [one, other] = players;
  const longest = played({ ...LONG_GAME, seats: [one, other], seed: lives.games++, until: events, stops: true });
  lives.events += longest.rows.length;
  await stored(store, longest);
  return longest.game.header.id;
}

export async function storeWaitingGames(store, lives, { count, player, players }) {
  const waiting = [];
  while (waiting.length < count) {
    const other = players[waiting.length % players.length];
    const seats = [player, other];
    const each = played({ ...SHORT_GAMES[0], seats, seed: lives.games, until: 10 + (lives.games % 10) });
    const isTheirs = each.game.decisions.some(({ seat }) => each.game.seats[seat].player.id === player.id);
    lives.games++;
    if (!isTheirs || each.game.status !== 'playing') continue;
    lives.events += each.rows.length;
    waiting.push(each);
  }
  for (let at = 0; at < count; at += AT_ONCE) {
    await Promise.all(waiting.slice(at, at + AT_ONCE).map((each) => stored(store, each)));
  }
}

function livedGame(lives, players) {
  const nth = lives.games++;
  lives.lived++;
  const random = randomFrom(nth);
  const seats = [players[random(players.length)], players[random(players.length)]];
  const until = nth % 10 === 0 ? 3 + random(30) : LONGEST;
  const each = played({ ...SHORT_GAMES[Math.floor(nth / 10) % SHORT_GAMES.length], seats, seed: nth, until });
  lives.events += each.rows.length;
  if (each.game.status === 'playing') lives.unfinished.push(each.game.header.id);
  return each;
}

function played({ ruleset: id, options, seats, seed, until, stops = false }) {
  const { ruleset, inputs } = catalogue.get(id);
  const holders = seats.map((player) => ({ kind: 'player', player, clientSeed: `lives ${seed}`, ownSeed: false }));
  const plan = {
    ...{ ruleset, options: inputs.options(options).value, seats: holders, creator: seats[0] },
    ...{ visibility: 'public', clock: null, standIn: 'random', seed: null },
    ...{ commitment: null, rematchOf: null, daily: null, rated: false, place: null, allowsChat: true },
  };
  const random = randomFrom(seed);
  const begun = opening(newHeader(plan, new Date()), holders);
  const rows = [...begun.rows];
  let { game } = begun;
  while (game.status === 'playing' && (stops || game.version < until)) {
    const { seat } = game.decisions[random(game.decisions.length)];
    const legal = ruleset.legalActions(game.state, seat);
    const stop = game.version < until ? undefined : legal.find(({ type }) => type === ENDS_IT);
    const action = stop ?? chosenBy(random, legal);
    const { decide } = submitAction(game.seats[seat].player, game.header.id, { action, seat }, null);
    const decided = decide(game, new Date(), null);
    if (!decided.ok) throw new Error(decided.refusal.detail);
    rows.push(...decided.value.rows);
    game = decided.value.game;
  }
  return { game, rows };
}

async function stored(store, { game, rows }) {
  const made = await store.log.create({
    game: { ...summaryOf(game), ...headerColumns(game.header) },
    events: rows,
    memberships: changedMemberships(null, game),
    notifications: [],
    request: null,
    entry: null,
  });
  if (!made) throw new Error('a game was there already');
}
