import { CardBack } from '../../art/old-card.tsx';
import type { Schemas } from '../../core/api.ts';
import { Offer } from '../../parts/offer.tsx';
import type { ChampionsProps, NumberedCard } from './champions-props.ts';
import { NumberCard } from './number-card.tsx';
import { roleOf } from './players.tsx';
import { WORDS } from './words.ts';

const NUMBERS = [2, 3, 4, 5, 6] as const;
const CHALLENGES = ['highest', 'lowest'] as const;

/** The battle under way: how large both dice are, what wins, and both dice as trays of cards until they are rolled. */
export function Battle(props: ChampionsProps) {
  const { game, view, choice } = props;
  const { phase, active, opponent, number, challenge, topCardUsed } = view;
  if (opponent === null) return null;
  const isRolled = phase !== 'die' && phase !== 'challenge';
  // one's own die lies on the left
  const sides = game.viewer === opponent ? [opponent, active] : [active, opponent];
  return (
    <section class="champ-battle">
      <h3 class="sr">{WORDS.battle(view.battle)}</h3>
      <p class="champ-terms">
        {number !== null && <b>{WORDS.die.size(number)}</b>}
        {challenge !== null && <b class="champ-challenge">{WORDS.challenge[challenge]}</b>}
        {topCardUsed === true && <span>{WORDS.topCard.staked}</span>}
      </p>
      {phase === 'number' && <Numbers {...props} />}
      {phase === 'challenge' && choice.all.length > 0 && <Challenges {...props} />}
      {number !== null && !isRolled && (
        <div class="champ-trays">
          {sides.map((seat) => (
            <Tray key={seat} {...props} seat={seat} number={number} />
          ))}
        </div>
      )}
    </section>
  );
}

function Numbers({ choice }: ChampionsProps) {
  return (
    <ul class="champ-numbers" aria-label={WORDS.number.title}>
      {NUMBERS.map((number) => (
        <li key={number}>
          <Offer choice={choice} action={{ type: 'chooseNumber', number }}>
            <b>{number}</b> <small>{WORDS.number.cards}</small>
          </Offer>
        </li>
      ))}
    </ul>
  );
}

function Challenges({ choice }: ChampionsProps) {
  return (
    <div class="champ-challenges">
      {CHALLENGES.map((challenge) => (
        <Offer key={challenge} choice={choice} action={{ type: 'chooseChallenge', challenge }}>
          <span aria-hidden="true">{challenge === 'highest' ? '▲' : '▼'}</span> <b>{WORDS.challenge[challenge]}</b>{' '}
          <small>{WORDS.challenge.roll}</small>
        </Offer>
      ))}
    </div>
  );
}

/** A die: the viewer's own cards as far as they may be seen, and for all else cards face down. */
function Tray({ game, view, choice, seatName, seat, number }: ChampionsProps & { seat: number; number: number }) {
  const isOwn = seat === game.viewer;
  const withIcons = view.topCardUsed !== null;
  const lying = isOwn ? view.die : null;
  const coming = isOwn ? cardsToCome(view, choice) : [];
  const isMade = view.phase !== 'die';
  const free = lying === null || isMade ? 0 : Math.max(0, number - lying.length - coming.length);
  return (
    <div class="champ-tray">
      <h3>
        {WORDS.die.of(seatName(seat))} <small>{roleOf(view, seat)}</small>
      </h3>
      <ul>
        {lying?.map((card) => (
          <li key={card.id}>
            <Offer choice={choice} action={{ type: 'unchooseDie', card: card.id }}>
              <NumberCard card={card} withIcons={withIcons} />
            </Offer>
          </li>
        ))}
        {coming.map((card) => (
          <li key={card.id} class="coming">
            <NumberCard card={card} withIcons={withIcons} />
          </li>
        ))}
        {placesOf(free).map((place) => (
          <li key={place} class="champ-free">
            <span class="sr">{WORDS.die.free}</span>
          </li>
        ))}
        {lying === null &&
          placesOf(number).map((place) => (
            <li key={place}>
              <CardBack name={WORDS.die.hidden} />
            </li>
          ))}
      </ul>
      {isOwn && view.takeBacksLeft !== null && <small>{WORDS.die.backs(view.takeBacksLeft)}</small>}
    </div>
  );
}

function placesOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `place ${i}`);
}

/** What is chosen for the own die and not sent yet, in the order of choosing. */
export function cardsToCome({ hand }: ChampionsProps['view'], { proposed }: ChampionsProps['choice']): NumberedCard[] {
  return proposed.flatMap((action) => {
    return isChooseDie(action) ? hand.filter(({ id }) => id === action.card) : [];
  });
}

export function isChooseDie(
  action: ChampionsProps['choice']['proposed'][number],
): action is Schemas['ChampionsOfChanceChooseDieAction'] {
  return action.type === 'chooseDie';
}
