import { useRef } from 'preact/hooks';
import { useLanded } from '../../core/motion.ts';
import { momentOf } from '../../core/table-props.ts';
import { Card } from '../../parts/card.tsx';
import { Die } from '../../parts/die.tsx';
import { Attack, Hero, HitPoints } from './hero.tsx';
import { Picture } from './picture.tsx';
import type { Combat, RogueProps } from './rogue-props.ts';
import { Thing } from './thing.tsx';
import { EFFECTS, GROUPS, SAID, saidOf, verdictOf, wordsOfCard } from './words.ts';

interface DuelProps extends RogueProps {
  combat: Combat;
}

export function Duel(props: DuelProps) {
  const { combat, view } = props;
  const { round, enemy, enemyDice, enemyHand, enemyAtk, playerDice, playerHand } = combat;
  const isOpen = round > 0 && view.phase !== 'ready' && view.phase !== 'over';
  return (
    <article class={round === 0 ? 'duel meets' : isOpen ? 'duel' : 'duel past'} aria-label={SAID.foe}>
      <div class="side">
        <Foe {...props} />
        {round > 0 && (
          <Dice dice={enemyDice} atk={enemyAtk} hand={enemyHand} tint="black" roll={`${enemy} ${round} ${enemyDice}`} />
        )}
      </div>
      <Verdict {...props} />
      <div class="side you">
        {round > 0 && (
          <Dice
            dice={playerDice}
            atk={view.atk}
            hand={playerHand}
            tint="white"
            roll={`${enemy} ${round} ${playerDice}`}
          />
        )}
        <Hero {...props} />
      </div>
    </article>
  );
}

function Foe(props: DuelProps) {
  const { combat, view, game } = props;
  const told = useLanded(momentOf(game), combat);
  const { enemyHp } = told.enemy === combat.enemy ? told : combat;
  const { enemy, enemyMaxHp, enemyAtk, enemyBonus, finalBoss, curses } = combat;
  const { name, title } = wordsOfCard(enemy, props);
  const loss = useLoss(enemyHp);
  const room = view.rooms.find(({ card }) => card === enemy)?.room;
  return (
    <div class="foe" data-word="enemy">
      <Card
        key={`${enemy} ${enemyHp}`}
        name={saidOf(enemy, props)}
        class={loss > 0 ? 'shake' : ''}
        thing={enemy}
        from={`room ${room}`}
      >
        <Picture card={enemy} />
        {loss > 0 && (
          <span class="dmg" aria-hidden="true">
            −{loss}
          </span>
        )}
      </Card>
      <div class="about">
        <h2>
          {title} {finalBoss && <span class="chip white">{SAID.boss}</span>}
          {title !== name && <small class="wide">{name}</small>}
        </h2>
        <div class="stats">
          <HitPoints hp={enemyHp} most={enemyMaxHp} />
          <Attack atk={enemyAtk} bonus={enemyBonus} />
        </div>
        {curses.length > 0 && (
          <ul class="curses">
            {curses.map((card) => (
              <Thing key={card} {...props} card={card} told />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function useLoss(value: number): number {
  const last = useRef({ value, loss: 0 });
  if (last.current.value !== value) last.current = { value, loss: last.current.value - value };
  return last.current.loss;
}

interface DiceProps {
  dice: readonly number[];
  atk: number;
  hand: Combat['playerHand'];
  tint: 'black' | 'white';
  roll: string;
}

/** ATK counts as one more die. Dice that form the poker hand are underlined; dice that do not count are pale. */
function Dice({ dice, atk, hand, tint, roll }: DiceProps) {
  const group = hand === null ? [] : hand.total === null ? hand.dice.slice(0, GROUPS[hand.kind]) : [...dice, atk];
  const inGroup = (value: number) => {
    const at = group.indexOf(value);
    if (at >= 0) group.splice(at, 1);
    return at >= 0 ? 'in' : 'out';
  };
  return (
    <div class={dice.length > 4 ? 'dice long' : 'dice'} role="img" aria-label={`${[...dice, atk].join(', ')}`}>
      {dice.map((value, nth) => (
        <Die key={nth} kind="d6" value={value} class={`${tint} ${inGroup(value)}`} name="" roll={roll} nth={nth} />
      ))}
      <Die kind="d6" value={atk} class={`atk x ${inGroup(atk)}`} name="" />
    </div>
  );
}

function Verdict({ game, combat: newest }: DuelProps) {
  const combat = useLanded(momentOf(game), newest);
  const { round, mode, effects } = combat;
  const verdict = verdictOf(combat);
  return (
    <div class="verdict" data-word="poker hand" key={`${round} ${verdict?.dice}`}>
      <p class={verdict?.hurts ? 'hurts' : ''}>
        <span>
          {verdict === null ? (
            SAID.mode[mode]
          ) : (
            <>
              <b>{verdict.better}</b> {verdict.than}
              <small>
                {verdict.result} · {verdict.dice}
                <span class="wide"> · {SAID.rolls(round)}</span>
              </small>
            </>
          )}
        </span>
      </p>
      {effects.length > 0 && (
        <ul class="effects" aria-label={SAID.effects}>
          {effects.map((effect) => {
            const [name, means] = EFFECTS[effect];
            return (
              <li key={effect} class="chip">
                {name}
                <span class="wide">: {means}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
