import type { ComponentChildren } from 'preact';
import { BackPicture } from '../../art/card.tsx';
import type { Schemas } from '../../core/api.ts';
import { seatHue } from '../../core/seat-hue.ts';
import { useNarrow } from '../../core/use-narrow.ts';
import { Card } from '../../parts/card.tsx';
import { Die } from '../../parts/die.tsx';
import { Offer } from '../../parts/offer.tsx';
import { Piece } from '../../parts/piece.tsx';
import type { ChampionsProps, NumberedCard, View } from './champions-props.ts';
import { Face } from './number-card.tsx';
import { inOrder } from './sides.ts';
import { WORDS } from './words.ts';

const NUMBERS = [2, 3, 4, 5, 6] as const;

export function Arena(props: ChampionsProps) {
  const { view, choice, game } = props;
  const { phase, lastBattle, number, stealFrom } = view;
  if (phase === 'number' && choice.all.length > 0) return <Numbers {...props} />;
  if (phase === 'opponent' && (choice.canPick('useTopCard', true) || choice.isPicked('useTopCard', true)))
    return <Stake {...props} />;
  const isMaking = phase === 'number' || phase === 'die' || phase === 'challenge';
  if (!isMaking && lastBattle !== null) {
    const [mine = 0, theirs = 1] = inOrder(
      game.viewer,
      lastBattle.rolls.map(({ seat }) => seat),
    );
    return (
      <div class="arena">
        <Rolled {...props} seat={mine} />
        <Middle {...props} title={outcomeOf(props)} lines={powersIn(lastBattle)} isSettled />
        {stealFrom === null ? <Rolled {...props} seat={theirs} /> : <Loot {...props} cards={stealFrom} seat={theirs} />}
      </div>
    );
  }
  const title = number === null ? WORDS.battle(view.battle) : WORDS.die.size(number);
  const [mine = null, theirs = null] =
    view.opponent !== null
      ? inOrder(game.viewer, [view.active, view.opponent])
      : typeof game.viewer === 'number' && view.active !== game.viewer
        ? [null, view.active]
        : [view.active];
  return (
    <div class="arena">
      <DieOf {...props} seat={mine} />
      <Middle {...props} title={title} lines={sayer(props)} />
      <DieOf {...props} seat={theirs} foe />
    </div>
  );
}

/** Returns lines: who decides whether the higher or the lower number wins, and whether a top card is staked. */
function sayer({ view, game, seatName, choice }: ChampionsProps): string[] {
  const { active, opponent, phase, topCardUsed } = view;
  if (opponent === null) return [];
  const staked = topCardUsed === true ? [WORDS.topCard.staked] : [];
  if (phase === 'challenge' && choice.all.length > 0) return staked;
  return [active === game.viewer ? WORDS.youSay : WORDS.says(seatName(active)), ...staked];
}

function outcomeOf({ view: { lastBattle }, game, seatName }: ChampionsProps): string {
  if (lastBattle === null) return '';
  const { winner, tie, rolls } = lastBattle;
  if (winner === null) return tie ? WORDS.last.tie : WORDS.last.off;
  const number = rolls.find(({ seat }) => seat === winner)?.card.number ?? 0;
  const won = winner === game.viewer ? WORDS.last.youWin(number) : WORDS.last.wins(seatName(winner), number);
  const isBeggar = rolls.some(({ seat, card }) => seat === winner && card.power === 'beggar');
  return !isBeggar && rolls.some(({ card }) => card.number > number) ? WORDS.last.lowest(won) : won;
}

const powersIn = ({ rolls }: Schemas['ChampionsOfChanceLastBattle']) =>
  rolls.flatMap(({ card: { power } }) => (power === null ? [] : [WORDS.power(power)]));

interface MiddleProps extends ChampionsProps {
  title: string;
  lines?: readonly string[];
  /** true: the latest roll is shown large elsewhere, so it is left out here */
  isSettled?: boolean;
}

export function Middle(props: MiddleProps) {
  const { view, game, title, lines = [], isSettled = false } = props;
  const { challenge, lastBattle } = view;
  const options = optionsOf(game.options as Schemas['ChampionsOfChanceOptions']);
  const faint = [WORDS.battle(view.battle), ...options].filter((words) => words !== title);
  return (
    <div class="vs">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <path d="M50 2L62 30L92 20L76 48L98 66L66 68L62 98L46 72L16 88L28 58L2 44L34 38Z" />
        <text x="50" y="53">
          {WORDS.versus}
        </text>
      </svg>
      <div>
        <b>{title}</b>
        {challenge !== null && <small>{WORDS.challenge[challenge]}</small>}
        {lines.map((line) => (
          <small key={line}>{line}</small>
        ))}
        <small class="faint">{faint.join(' · ')}</small>
      </div>
      {!isSettled && lastBattle !== null && <LastRoll {...props} last={lastBattle} />}
    </div>
  );
}

function optionsOf({ dieSelection, victoryDice, wackyNumbers }: Schemas['ChampionsOfChanceOptions']): string[] {
  return [
    ...(dieSelection === 'choose' ? [] : [WORDS.options[dieSelection]]),
    ...(victoryDice ? [WORDS.options.victoryDice] : []),
    ...(wackyNumbers ? [WORDS.options.wackyNumbers] : []),
  ];
}

function LastRoll(props: ChampionsProps & { last: Schemas['ChampionsOfChanceLastBattle'] }) {
  const { view, choice, seatName, last } = props;
  return (
    <figure class="latest" aria-label={WORDS.last.title}>
      <span>
        {last.rolls.map(({ seat, card }) => (
          <span key={seat}>
            <span class="sr">{WORDS.last.shows(seatName(seat))}</span>
            <Face
              choice={choice}
              card={card}
              withIcons={view.topCardUsed !== null}
              big
              class={seat === last.winner ? 'winner' : ''}
              thing={`roll ${card.id}`}
            />
          </span>
        ))}
      </span>
      <figcaption>{outcomeOf(props)}</figcaption>
    </figure>
  );
}

interface SideProps {
  title: string;
  note?: string;
  foe: boolean;
  count: number;
  children: ComponentChildren;
}

export function Side({ title, note, foe, count, children }: SideProps) {
  return (
    <article class={foe ? 'side foe' : 'side'} aria-label={title}>
      <p>
        {title} {note !== undefined && <small>{note}</small>}
      </p>
      <ul class={`cube k${count}`}>{children}</ul>
    </article>
  );
}

const places = (count: number, name: string) => Array.from({ length: Math.max(0, count) }, (_, i) => `${name} ${i}`);

interface DieProps extends ChampionsProps {
  /** null: the opponent is unknown */
  seat: number | null;
  foe?: boolean;
}

/** Shows a die, whose faces are cards, before it is rolled: the viewer's own faces, and card backs for all others. */
function DieOf({ game, view, choice, seatName, seat, foe = false }: DieProps) {
  const isNarrow = useNarrow();
  const { phase, number } = view;
  const isOwn = seat === game.viewer;
  const title = isOwn ? WORDS.die.own : seat === null ? '' : WORDS.die.of(seatName(seat));
  const count = number ?? 1;
  const lies = isOwn ? view.die : null;
  const isMaking = number === null || seat === null || (phase === 'die' && game.toAct.includes(seat));
  const note = number === null ? undefined : isMaking ? (isOwn ? undefined : WORDS.die.making) : WORDS.die.ready;
  const empty = isMaking ? count - (lies?.length ?? 0) : 0;
  return (
    <Side title={title} {...(note !== undefined && { note })} foe={foe} count={count}>
      {lies?.map((card) => (
        <li key={card.id}>
          <Face
            choice={choice}
            card={card}
            withIcons={view.topCardUsed !== null}
            action={{ type: 'unchooseDie', card: card.id }}
            atOnce
            big={isNarrow}
            class={choice.all.length > 0 && (view.takeBacksLeft ?? 0) > 0 ? 'quiet' : ''}
          />
        </li>
      ))}
      {places(empty, 'place').map((place, nth) => (
        <li key={place} class={nth === 0 && isOwn && choice.all.length > 0 ? 'slot next' : 'slot'}>
          <span class="sr">{WORDS.die.free}</span>
        </li>
      ))}
      {lies === null && !isMaking && <Hidden count={count} seat={seat} />}
    </Side>
  );
}

export function Hidden({ count, seat, lit }: { count: number; seat: number; lit?: number }) {
  return (
    <>
      {places(count, 'hidden').map((place, i) => (
        <li key={place}>
          <Card
            name={WORDS.die.hidden}
            thing={`${seat} ${place}`}
            from={`seat ${seat}`}
            class={lit === undefined || lit === i ? '' : 'dim'}
          >
            <BackPicture />
          </Card>
        </li>
      ))}
    </>
  );
}

function Rolled({ game, view, choice, seatName, seat }: ChampionsProps & { seat: number }) {
  const { lastBattle, topCardUsed } = view;
  const isFirst = seat === inOrder(game.viewer, lastBattle?.rolls.map((roll) => roll.seat) ?? [])[0];
  const card = lastBattle?.rolls.find((roll) => roll.seat === seat)?.card;
  const isNarrow = useNarrow();
  if (card === undefined) return null;
  const title = seat === game.viewer ? WORDS.last.youShow : WORDS.last.shows(seatName(seat));
  return (
    <Side title={title} foe={!isFirst} count={1}>
      <li key={`${view.battle} ${card.id}`}>
        <Face
          choice={choice}
          card={card}
          withIcons={topCardUsed !== null}
          big={isNarrow}
          class={seat === lastBattle?.winner ? 'turned winner' : 'turned'}
          thing={`roll ${card.id}`}
        />
      </li>
    </Side>
  );
}

/** Shows the cards of the loser's die, which only the thief sees. */
function Loot({
  view,
  choice,
  seatName,
  seat,
  cards,
}: ChampionsProps & { seat: number; cards: readonly NumberedCard[] }) {
  const isNarrow = useNarrow();
  return (
    <Side title={WORDS.die.loot(seatName(seat))} foe count={cards.length}>
      {cards.map((card) => (
        <li key={card.id}>
          <Face
            choice={choice}
            card={card}
            withIcons={view.topCardUsed !== null}
            action={{ type: 'stealCard', card: card.id }}
            big={isNarrow}
          />
        </li>
      ))}
    </Side>
  );
}

function Numbers(props: ChampionsProps) {
  const { view, game, choice } = props;
  const isLegal = (number: View['number']) =>
    choice.all.some(({ action }) => action.type === 'chooseNumber' && action.number === number);
  return (
    <div class="arena asks">
      <Middle {...props} title={WORDS.battle(view.battle)} lines={sayer(props)} />
      <ul class={`numbers ${seatHue(game, game.viewer === 'spectator' ? view.active : game.viewer)}`}>
        {NUMBERS.map((number) => (
          <li key={number}>
            <Offer choice={choice} action={{ type: 'chooseNumber', number }} name={WORDS.die.size(number)} class="size">
              <Die kind="d6" value={number} class={isLegal(number) ? '' : 'spent'} name="" />
              <span class="kind" aria-hidden="true">
                {WORDS.die.count(number)}
              </span>
            </Offer>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In games with the option Victory Dice, asks whether the player's top card sets the size of the dice. */
function Stake(props: ChampionsProps) {
  const { view, choice } = props;
  const top = view.piles[view.active]?.at(-1);
  if (top === undefined) return null;
  return (
    <div class="arena">
      <Side title="" foe={false} count={1}>
        <li>
          <Piece choice={choice} field="useTopCard" value={true} class="stake">
            <b>{WORDS.topCard.mine}</b>
            <Face choice={choice} card={top} withIcons big thing={`stake ${top.id}`} from={top.id} />
            <span>{WORDS.topCard.mineMeans(top.icons)}</span>
          </Piece>
        </li>
      </Side>
      <Middle {...props} title={WORDS.battle(view.battle)} />
      <Side title="" foe count={1}>
        <li>
          <Piece choice={choice} field="useTopCard" value={false} class="stake">
            <b>{WORDS.topCard.theirs}</b>
            <span class="slot">?</span>
            <span>{WORDS.topCard.theirsMeans}</span>
          </Piece>
        </li>
      </Side>
    </div>
  );
}
