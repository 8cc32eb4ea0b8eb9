import type { Schemas } from '../../core/api.ts';
import { useLanded } from '../../core/motion.ts';
import { momentOf } from '../../core/table-props.ts';
import { Die } from '../../parts/die.tsx';
import { Piece } from '../../parts/piece.tsx';
import { Who } from '../../parts/who.tsx';
import type { RogueProps, View } from './rogue-props.ts';
import { SAID, saidOf } from './words.ts';

const FULL_DIE = 6;
/** If the hit points need more dice, they are shown only as a number. */
const MOST_DICE = 8;

/** Shows hit points as dice that are turned down from 6, as on a real table, and as a number. */
export function HitPoints({ hp, most }: { hp: number; most: number }) {
  const dice = Math.ceil(hp / FULL_DIE);
  return (
    <span class="stat" role="img" aria-label={SAID.hp(hp, most)}>
      {dice <= MOST_DICE && (
        <span class="hps">
          {Array.from({ length: dice }, (_, i) => (
            <Die key={i} kind="d6" value={Math.min(FULL_DIE, hp - i * FULL_DIE)} class="hp" name="" />
          ))}
        </span>
      )}
      <b key={hp} class="pop">
        {hp}
      </b>
      <span>
        <small class="wide">{SAID.ofMost(most)}</small> {SAID.short.hp}
      </span>
    </span>
  );
}

export function Attack({ atk, bonus, best = atk }: { atk: number; bonus: number; best?: number }) {
  const said = [SAID.atk(atk), ...(bonus > 0 ? [SAID.bonusSaid(bonus)] : [])].join(', ');
  return (
    <span class="stat" role="img" aria-label={said}>
      <Die kind="d6" value={atk} class="atk" name="" />
      <b key={atk} class="pop">
        {atk}
      </b>
      {bonus > 0 && (
        <span key={bonus} class="chip pop">
          {SAID.bonus(bonus)}
        </span>
      )}
      <span>
        {SAID.short.atk} {best > atk && <small class="wide">{SAID.bestAtk(best)}</small>}
      </span>
    </span>
  );
}

export function Hero({ game, view, seatName, choice }: RogueProps) {
  const { hp, maxHp } = useLanded(momentOf(game), view);
  const { atk, bestAtk, money, combat, bribePrice, pill } = view;
  const { revivalPill } = game.options as Schemas['PokersRogueReckoningOptions'];
  return (
    <article class="hero s0" aria-label={game.viewer === 0 ? SAID.you : seatName(0)}>
      <Who game={game} seat={0} name={seatName(0)} />
      <div class="stats">
        <HitPoints hp={hp} most={maxHp} />
        <Attack atk={atk} bonus={combat?.playerBonus ?? 0} best={bestAtk} />
        <span class="stat" role="img" aria-label={SAID.money(money)}>
          <span class="coin" />
          <b key={money} class="pop">
            {money}
          </b>
          <small class="wide">{SAID.ofMoney}</small>
        </span>
        {revivalPill && (
          <Piece choice={choice} field="type" value="craftPill" class="chip pill">
            {SAID.pill[pill]}
          </Piece>
        )}
        {combat !== null && bribePrice !== null && (
          <span class="chip">
            <span class="coin" /> {SAID.bribeCosts(bribePrice)}
          </span>
        )}
      </div>
    </article>
  );
}

const ENEMIES = Array.from({ length: 12 }, (_, i) => i);

export function Tiers(props: RogueProps) {
  const { defeated, tier, combat, print } = props.view;
  return (
    <article class="lvl" aria-label={SAID.enemies} data-word="enemy">
      <h2>
        {SAID.enemies} <small>{[SAID.beaten(defeated), SAID.tier(tier), ...printed(props, print)].join(' · ')}</small>
      </h2>
      <div class="tiers" aria-hidden="true">
        {ENEMIES.map((i) => (
          <i key={i} class={i < defeated ? 'd' : i === defeated && combat !== null ? 'n' : ''} />
        ))}
      </div>
    </article>
  );
}

function printed(props: RogueProps, print: View['print']): string[] {
  if (print === undefined) return [];
  const { enemiesDrawn, finalBoss } = print;
  return [SAID.drawn(enemiesDrawn), ...(finalBoss === null ? [] : [SAID.drawnBoss(saidOf(finalBoss, props))])];
}
