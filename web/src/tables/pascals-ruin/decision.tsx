import { Die } from '../../art/die.tsx';
import { Envelope } from '../../art/envelope.tsx';
import { Offer } from '../../parts/offer.tsx';
import { Piece } from '../../parts/piece.tsx';
import type { RuinProps } from './ruin-props.ts';
import { WORDS } from './words.ts';

/** What is decided besides the choice of a die: what is in question, then what may be done about it, caution last. */
export function Decision(props: RuinProps) {
  const { view, choice } = props;
  const isAsked = choice.all.length > 0;
  return (
    <div class="ruin-decision">
      <InQuestion {...props} />
      {isAsked && (
        <div class="ruin-deeds">
          {deedsIn(view.phase, view.chainPoints).map(({ type, word, means }) => (
            <Offer key={type} choice={choice} action={{ type }}>
              <b>{word}</b> <small>{means}</small>
            </Offer>
          ))}
        </div>
      )}
    </div>
  );
}

interface Deed {
  type: 'continue' | 'takeChain' | 'pass' | 'challenge' | 'declineChallenge' | 'voteContinue' | 'voteStop';
  word: string;
  means: string;
}

function deedsIn(phase: RuinProps['view']['phase'], points: number): Deed[] {
  switch (phase) {
    case 'decide':
      return [
        { type: 'continue', word: WORDS.go, means: WORDS.goMeans(points) },
        { type: 'takeChain', word: WORDS.take(points), means: WORDS.takeMeans },
      ];
    case 'reaction':
      return [{ type: 'pass', word: WORDS.pass, means: WORDS.passMeans }];
    case 'challenge':
      return [
        { type: 'challenge', word: WORDS.challenge, means: WORDS.challengeMeans },
        { type: 'declineChallenge', word: WORDS.decline, means: WORDS.declineMeans },
      ];
    case 'vote':
      return [
        { type: 'voteContinue', word: WORDS.voteContinue, means: WORDS.voteContinueMeans },
        { type: 'voteStop', word: WORDS.voteStop, means: WORDS.voteStopMeans },
      ];
    case 'roll':
    case 'over':
      return [];
    default:
      return phase satisfies never;
  }
}

/** The rolls that may be forced again or challenged, and who has not decided yet in secret. */
function InQuestion({ game, view, choice, seatName }: RuinProps) {
  if (view.pending === null) return null;
  const { kind, rolls, waitingFor } = view.pending;
  const isSecret = kind !== 'reaction';
  // that all were asked is known of a vote alone
  const asked = kind === 'vote' ? game.seats.map(({ seat }) => seat) : waitingFor;
  return (
    <>
      {rolls.map(({ seat, die, value }) => (
        <Piece key={seat} choice={choice} field="targets" value={seat}>
          <span class="ruin-roll">
            <Die kind={die} value={value} name={WORDS.rolls.of(die, value)} />
            {WORDS.rolls.rolled(seatName(seat), value)}
          </span>
        </Piece>
      ))}
      {isSecret &&
        asked.map((seat) => (
          <span key={seat} class="ruin-roll">
            <Secret name={seatName(seat)} isOpen={waitingFor.includes(seat)} />
          </span>
        ))}
      {kind === 'reaction' && choice.all.length > 1 && <small>{WORDS.rolls.force}</small>}
    </>
  );
}

function Secret({ name, isOpen }: { name: string; isOpen: boolean }) {
  const said = isOpen ? WORDS.envelope.open(name) : WORDS.envelope.sealed(name);
  return (
    <>
      <Envelope sealed={!isOpen} name={said} />
      <span aria-hidden="true">{name}</span>
    </>
  );
}
