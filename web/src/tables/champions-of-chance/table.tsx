import { CardBack } from '../../art/old-card.tsx';
import type { Schemas } from '../../core/api.ts';
import { useKeptFocus } from '../../parts/kept-focus.ts';
import { Offer } from '../../parts/offer.tsx';
import { Piece } from '../../parts/piece.tsx';
import { Battle } from './battle.tsx';
import './champions-of-chance.css';
import { Sheet as Paper } from '../../parts/sheet.tsx';
import type { ChampionsProps } from './champions-props.ts';
import { Hand } from './hand.tsx';
import { LastBattle } from './last-battle.tsx';
import { NumberCard } from './number-card.tsx';
import { Pile, Players, roleOf } from './players.tsx';
import { question } from './question.ts';
import { WORDS } from './words.ts';

/** The table of Champions of Chance: the others above, the battle in the middle, one's own hand below. */
function Parts(props: ChampionsProps) {
  const { game, view, seatName } = props;
  const { root, place } = useKeptFocus();
  const { viewer } = game;
  const isSettled = view.phase === 'tie' || view.phase === 'steal';
  return (
    <div class="champ" ref={root}>
      <div class="champ-top">
        <div>
          <h2 ref={place} tabIndex={-1}>
            {question(props)}
          </h2>
          <p class="dim">
            {WORDS.battle(view.battle)}
            {chipsOf(game.options as Schemas['ChampionsOfChanceOptions']).map((chip) => (
              <span key={chip} class="champ-chip">
                {chip}
              </span>
            ))}
          </p>
        </div>
        <Stacks {...props} />
      </div>
      <Players {...props} />
      <TopCard {...props} />
      <Battle {...props} />
      {isSettled && <LastBattle {...props} />}
      <Loot {...props} />
      {typeof viewer === 'number' && (
        <section class="champ-own" aria-label={seatName(viewer)}>
          <h3>
            {seatName(viewer)} <small>{roleOf(view, viewer)}</small>
          </h3>
          <Hand {...props} />
          {view.topCardUsed !== null && <Pile {...props} seat={viewer} />}
        </section>
      )}
      {!isSettled && <LastBattle {...props} />}
    </div>
  );
}

function chipsOf({ dieSelection, victoryDice, wackyNumbers }: Schemas['ChampionsOfChanceOptions']): string[] {
  return [
    ...(dieSelection === 'choose' ? [] : [WORDS.chips[dieSelection]]),
    ...(victoryDice ? [WORDS.chips.victoryDice] : []),
    ...(wackyNumbers ? [WORDS.chips.wackyNumbers] : []),
  ];
}

/** Two stacks face down, of which only the numbers of cards are known. */
function Stacks({ view: { drawCount, discardCount } }: ChampionsProps) {
  const stacks = [
    { name: WORDS.draw, count: drawCount },
    { name: WORDS.discard, count: discardCount },
  ];
  return (
    <div class="champ-stacks">
      {stacks.map(({ name, count }) => (
        <figure key={name}>
          {count > 0 ? <CardBack name={WORDS.pile(name, count)} /> : <span class="champ-free" />}
          <figcaption>
            {name} <b>{count}</b>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** With Victory Dice: whether one's own top card says how large the dice are. */
function TopCard({ view, choice }: ChampionsProps) {
  const top = view.piles[view.active]?.at(-1);
  const isOpen = choice.canPick('useTopCard', true) || choice.isPicked('useTopCard', true);
  if (top === undefined || !isOpen) return null;
  return (
    <fieldset class="champ-topcard">
      <legend>{WORDS.topCard.title}</legend>
      <Piece choice={choice} field="useTopCard" value={true}>
        <b>{WORDS.topCard.stake(top.icons)}</b> <small>{WORDS.topCard.stakeMeans}</small>
      </Piece>
      <Piece choice={choice} field="useTopCard" value={false}>
        <b>{WORDS.topCard.keep}</b> <small>{WORDS.topCard.keepMeans}</small>
      </Piece>
    </fieldset>
  );
}

/** What is left of the other die, open to the thief alone. */
function Loot({ view: { stealFrom, topCardUsed }, choice }: ChampionsProps) {
  if (stealFrom === null) return null;
  return (
    <section class="champ-loot" aria-label={WORDS.steal}>
      <h3>{WORDS.steal}</h3>
      <ul class="champ-cards">
        {stealFrom.map((card) => (
          <li key={card.id}>
            <Offer choice={choice} action={{ type: 'stealCard', card: card.id }}>
              <NumberCard card={card} withIcons={topCardUsed !== null} />
            </Offer>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function Table(props: ChampionsProps) {
  return (
    <Paper {...props}>
      <Parts {...props} />
    </Paper>
  );
}
