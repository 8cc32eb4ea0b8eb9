import { Type } from '@sinclair/typebox';
import { invitationText, pathOf, seen, stateOf } from '../game-text.ts';
import { asked, type PlayerService, Refused } from '../player-service.ts';
import { GameId, GameInShortSchema, InviteCode, inputs, RulesetId, tool } from '../tool.ts';

const MOST_LISTED = 20;

export const register = tool({
  name: 'register',
  title: 'Become a player',
  description: 'Makes a player with a name of your choice. To be called once, before anything that needs a player.',
  input: inputs({
    name: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The name that others see, in at most 40 characters.',
    }),
  }),
  effect: 'change',
  isThere: ({ register }) => register !== null,
  async run(service, { name }) {
    if (service.register === null) throw new Error('there is no such tool here');
    const player = await service.register(name);
    return { text: `You are ${JSON.stringify(player.name)} now (player ${player.id}). Your token is kept for you.` };
  },
});

export const listGames = tool({
  name: 'list_games',
  title: 'Games to join, and your own',
  description:
    'Lists your own games that are not over, with those that wait for you first, and public games with an open seat that you may join.',
  input: inputs({ ruleset: Type.Optional(RulesetId) }),
  effect: 'none',
  async run(service, { ruleset }) {
    const turns = await asked(service, { method: 'GET', path: '/v1/me/turns' });
    const list = (query: Record<string, string | number>) =>
      asked(service, { method: 'GET', path: '/v1/games', query: { ruleset, limit: MOST_LISTED, ...query } });
    const mine = [
      ...(await list({ player: 'me', status: 'playing' })).games,
      ...(await list({ player: 'me', status: 'open' })).games,
    ];
    const open = (await list({ status: 'open' })).games.filter(({ id }: any) => !mine.some((game) => game.id === id));
    const invitations = turns.invitations.filter(({ ruleset: id }: any) => ruleset === undefined || id === ruleset);
    const waiting = new Set(turns.turns.map(({ gameId }: any) => gameId));
    const lines = [
      ...heading(
        'Your games:',
        mine.toSorted((one, other) => Number(waiting.has(other.id)) - Number(waiting.has(one.id))),
      ),
      ...invitations.map((each: any) => `- ${invitationText(each)}: you are invited, join_game takes the seat`),
      ...heading('Open to join:', open),
    ];
    function heading(title: string, games: readonly any[]): string[] {
      return games.length === 0 ? [] : [title, ...games.map((game) => gameLine(game, waiting.has(game.id)))];
    }
    return { text: lines.length === 0 ? 'There is no game yet: create_game makes one.' : lines.join('\n') };
  },
});

export const createGame = tool({
  name: 'create_game',
  title: 'Create a game',
  description:
    'Creates a game in which you take a seat. The others are bots by default; with opponents "open" anyone may join, and the game begins when all seats are taken.',
  input: inputs({
    ruleset: RulesetId,
    opponents: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: '"open", or a bot of the ruleset such as "random", "plain" or "search-100". Default: "plain".',
      }),
    ),
    seats: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'The number of seats, including yours. Default: the fewest possible.',
      }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Options that differ from the defaults: {"roundsToWin": 1}.',
      }),
    ),
  }),
  output: GameInShortSchema,
  effect: 'change',
  async run(service, { ruleset, opponents = 'plain', seats, options = {} }) {
    const { seats: range } = await rulesetOf(service, ruleset);
    const others = Array.from({ length: (seats ?? range.min) - 1 }, () =>
      opponents === 'open' ? 'open' : { bot: opponents },
    );
    const body = { ruleset, options, seats: ['me', ...others] };
    const game = await asked(service, { method: 'POST', path: '/v1/games', body });
    return seen(await stateOf(service, { gameId: game.id }));
  },
});

export const joinGame = tool({
  name: 'join_game',
  title: 'Sit down in a game',
  description: 'Takes an open seat, or one that is kept for you, in a game that has not begun.',
  input: inputs({ gameId: GameId, inviteCode: Type.Optional(InviteCode) }),
  output: GameInShortSchema,
  effect: 'change',
  async run(service, { gameId, inviteCode }) {
    await asked(service, { method: 'POST', path: pathOf(gameId, 'seats'), body: { inviteCode } });
    return seen(await stateOf(service, { gameId }));
  },
});

export const leaveGame = tool({
  name: 'leave_game',
  title: 'Give up a game',
  description: 'Resigns a game that is being played, which is a loss, or leaves one that has not begun.',
  input: inputs({ gameId: GameId }),
  output: GameInShortSchema,
  effect: 'loss',
  async run(service, { gameId }) {
    const { status, you } = await stateOf(service, { gameId });
    const [seat] = you;
    if (seat === undefined)
      throw new Refused({ code: 'not-seated', detail: 'You do not sit in this game, so you cannot leave it.' });
    if (status === 'open') await asked(service, { method: 'DELETE', path: pathOf(gameId, 'seats', String(seat)) });
    else await asked(service, { method: 'POST', path: pathOf(gameId, 'resignation'), body: {} });
    return seen(await stateOf(service, { gameId }));
  },
});

async function rulesetOf(service: PlayerService, ruleset: string): Promise<any> {
  const { rulesets } = await asked(service, { method: 'GET', path: '/v1/rulesets' });
  const found = rulesets.find(({ id }: any) => id === ruleset);
  if (found !== undefined) return found;
  const hint = `Choose one of ${rulesets.map(({ id }: any) => id).join(', ')}.`;
  throw new Refused({ code: 'ruleset-not-found', detail: `There is no ruleset “${ruleset}”.`, hint });
}

function gameLine({ id, ruleset, status, seats, toAct }: any, isWaiting: boolean): string {
  const open = seats.filter(({ kind }: any) => kind === 'open').length;
  const where = isWaiting
    ? 'your turn'
    : status === 'open'
      ? `${open} of ${seats.length} seats open`
      : `waits for seat ${toAct}`;
  return `- ${id} of ${ruleset}: ${where}`;
}
