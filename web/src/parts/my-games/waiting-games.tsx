import type { TurnList } from '../../core/api.ts';
import { opponentNames } from '../../core/own-game-rows.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { WORDS } from '../../core/words.ts';
import { Deadline } from '../deadline.tsx';
import { News } from './news.tsx';

type Turn = TurnList['turns'][number];
type Invitation = TurnList['invitations'][number];

interface WaitingGamesProps {
  turns: readonly Turn[];
  invitations: readonly Invitation[];
  nameOf(ruleset: string): string;
}

/** The first of what waits, with all that tells which to look at: whom with, until when, and what has happened. */
export function WaitingGames({ turns, invitations, nameOf }: WaitingGamesProps) {
  return (
    <>
      {turns.length > 0 && (
        <>
          <h3>{WORDS_OF_MANY.your}</h3>
          <ul class="plain my-games">
            {turns.map((turn) => (
              <li key={turn.gameId}>
                <Way game={turn} nameOf={nameOf} />
                {turn.deadline !== null && (
                  <>
                    {' · '}
                    <Deadline at={turn.deadline} />
                  </>
                )}
                {turn.sinceLooked !== undefined && <News since={turn.sinceLooked} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {invitations.length > 0 && (
        <>
          <h3>{WORDS_OF_MANY.invitations}</h3>
          <ul class="plain my-games">
            {invitations.map((invitation) => (
              <li key={invitation.gameId}>
                <Way game={invitation} nameOf={nameOf} /> · <strong>{WORDS.mine.invited}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Way({ game, nameOf }: { game: Turn | Invitation; nameOf(ruleset: string): string }) {
  const names = opponentNames(game);
  return (
    <>
      <a href={hrefTo('g', game.gameId)}>{nameOf(game.ruleset)}</a> {names.length > 0 && WORDS_OF_MANY.with(names)}
    </>
  );
}
