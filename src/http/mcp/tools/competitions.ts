import { Type } from '@sinclair/typebox';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { asked, type PlayerService } from '../player-service.ts';
import { CompetitionId, InviteCode, inputs, tool } from '../tool.ts';

const MOST_LISTED = 20;

export const listCompetitions = tool({
  name: 'list_competitions',
  title: 'Competitions',
  description:
    'Lists competitions that can be entered or are being played; with a competitionId, one of them with its standings.',
  input: inputs({ competitionId: Type.Optional(CompetitionId), inviteCode: Type.Optional(InviteCode) }),
  effect: 'none',
  async run(service, { competitionId, inviteCode }) {
    if (competitionId !== undefined) return { text: await competitionText(service, competitionId, inviteCode) };
    const list = (status: string) =>
      asked(service, { method: 'GET', path: '/v1/competitions', query: { status, limit: MOST_LISTED } });
    const lists = [...(await list('open')).competitions, ...(await list('playing')).competitions];
    return { text: lists.length === 0 ? 'There is no competition just now.' : lists.map(lineOf).join('\n') };
  },
});

export const enterCompetition = tool({
  name: 'enter_competition',
  title: 'Enter a competition',
  description:
    'Enters a competition. The server pairs and deals from then on, and wait_for_turn brings its games; entering again changes nothing.',
  input: inputs({ competitionId: CompetitionId, inviteCode: Type.Optional(InviteCode) }),
  effect: 'change',
  async run(service, { competitionId, inviteCode }) {
    const path = pathOf(competitionId, 'entries');
    const { entry, competition } = await asked(service, { method: 'POST', path, body: { inviteCode } });
    return { text: `You are entry ${entry.entry} of ${JSON.stringify(competition.name)}. Call wait_for_turn.` };
  },
});

function pathOf(competitionId: string, ...more: string[]): string {
  return ['/v1/competitions', encodeURIComponent(competitionId), ...more].join('/');
}

async function competitionText(
  service: PlayerService,
  competitionId: string,
  inviteCode: string | undefined,
): Promise<string> {
  const get = (...more: string[]) =>
    asked(service, { method: 'GET', path: pathOf(competitionId, ...more), inviteCode });
  const competition = await get();
  const { standings, next } = await get('standings');
  const shown = standings.slice(0, MOST_LISTED).map(standingText);
  const more = standings.length > MOST_LISTED || next !== null ? ['…'] : [];
  const you =
    competition.you === null
      ? 'You have not entered it.'
      : `You are entry ${competition.you.entry}, ${competition.you.status}.`;
  return [lineOf(competition), you, ...(shown.length === 0 ? [] : ['Standings:', ...shown, ...more])].join('\n');
}

function lineOf(competition: any): string {
  const { id, name, ruleset, format, status } = competition;
  const { seats, entries, gamesCounted, entryUntil, startsAt } = competition;
  const when = status === 'open' ? `, entry until ${entryUntil ?? startsAt ?? 'its organizer starts it'}` : '';
  return `- ${id} ${JSON.stringify(name)}: ${format} of ${ruleset} with ${counted(seats, 'seat')}, ${status}${when}; ${counted(entries, 'entry', 'entries')}, ${counted(gamesCounted, 'game')} counted`;
}

function standingText({ rank, entry, player, bot, points, games }: any): string {
  return `${rank}. entry ${entry} (${bot === null ? JSON.stringify(player?.name) : `bot ${bot}`}): ${counted(points, 'point')} of ${counted(games, 'game')}`;
}
