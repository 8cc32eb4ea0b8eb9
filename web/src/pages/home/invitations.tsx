import { clockInWords } from '#rules/kernel/durations.ts';
import type { RulesetSummary, TurnList } from '../../core/api.ts';
import { optionsOf } from '../../core/pool-words.ts';
import { WORDS_OF_MANY } from '../../core/words/many-games.ts';
import { WORDS } from '../../core/words.ts';
import { Way } from './waiting-games.tsx';

interface InvitationsProps {
  invitations: readonly TurnList['invitations'][number][];
  rulesets: readonly RulesetSummary[];
  nameOf(ruleset: string): string;
}

export function Invitations({ invitations, rulesets, nameOf }: InvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <>
      <h3>{WORDS_OF_MANY.invitations}</h3>
      <ul class="plain my-games">
        {invitations.map((invitation) => {
          const { gameId, rated, clock } = invitation;
          const time = clock === null ? WORDS_OF_MANY.noClock : clockInWords(clock);
          return (
            <li key={gameId}>
              <Way game={invitation} nameOf={nameOf} /> · <strong>{WORDS.mine.invited}</strong>
              <div class="dim">{WORDS_OF_MANY.terms(rated, time, optionsOf(invitation, rulesets))}</div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
