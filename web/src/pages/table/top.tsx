import type { ComponentChildren } from 'preact';
import type { Game, GameEvent, Line } from '../../core/api.ts';
import { secondsLeft, spokenSeconds } from '../../core/clock.ts';
import { headlineOf } from '../../core/headline.ts';
import { lineNow } from '../../core/line-now.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { set, settings } from '../../core/settings.ts';
import { play } from '../../core/sound.ts';
import { useStore } from '../../core/store.ts';
import { useServiceTime } from '../../core/use-service-time.ts';
import { WORDS } from '../../core/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Lazy } from '../../parts/lazy.tsx';

const loadLastMove = () => import('./last-move.tsx');

interface TopProps {
  game: Game;
  /** the game that words tell */
  told: Game;
  names: readonly string[];
  events: readonly GameEvent[];
  line: Line;
  open(drawer: 'rules' | 'history' | 'menu'): void;
  children: ComponentChildren;
}

export function Top({ game, told, names, events, line, open, children }: TopProps) {
  const headline = headlineOf(told, names);
  const { sound } = useStore(settings);
  const name = valueIn(useRuleset({ ruleset: game.ruleset, rulesVersion: game.rulesVersion }))?.name;
  const { round } = (told.view ?? {}) as { round?: unknown };
  const where = [name, ...(typeof round === 'number' ? [WORDS.table.round(round)] : [])];
  const off = lineWords(line);
  return (
    <header class="top" data-line={lineNow(line)}>
      <a class="sign" href={hrefTo()}>
        <span class="sr">{WORDS.table.back}</span>
        <Icon of="back" />
      </a>
      <div class="title">
        <h1>{headline}</h1>
        <span class="sub">{where.filter((each) => each !== undefined).join(' · ')}</span>
        {off !== null && <span class="said">{off}</span>}
        {off === null && <Lazy load={loadLastMove} with={{ game: told, events }} quiet />}
        {/* on a phone, title and last move are the button that opens the history */}
        <button type="button" class="whole" aria-haspopup="dialog" onClick={() => open('history')}>
          <span class="sr">{WORDS.table.log}</span>
          <Icon of="history" />
        </button>
      </div>
      <Clock game={game} />
      <Sign name={WORDS.table.rules} icon="rules" onTap={() => open('rules')} />
      <Sign name={WORDS.table.log} icon="history" onTap={() => open('history')} />
      <button
        type="button"
        class="sign on-desk"
        aria-pressed={sound}
        onClick={() => {
          set({ sound: !sound });
          play('card');
        }}
      >
        <span class="sr">{WORDS.table.soundOn}</span>
        <Icon of={sound ? 'loud' : 'muted'} />
      </button>
      {children}
      <Sign name={WORDS.table.menu} icon="menu" onTap={() => open('menu')} />
    </header>
  );
}

function lineWords(line: Line): string | null {
  const now = lineNow(line);
  return now === 'live' || now === 'over' || now === 'waiting' ? null : WORDS.table.lines[now];
}

interface SignProps {
  name: string;
  icon: 'rules' | 'history' | 'menu';
  onTap(): void;
}

function Sign({ name, icon, onTap }: SignProps) {
  return (
    <button type="button" class="sign" aria-haspopup="dialog" onClick={onTap}>
      <span class="sr">{name}</span>
      <Icon of={icon} />
    </button>
  );
}

const SHORT_SECONDS = 10;

/** Shows the viewer's clock on the viewer's turn, and otherwise the clock with the least time left. */
function Clock({ game }: { game: Game }) {
  const { status, clock, toAct, you } = game;
  const nowMs = useServiceTime(status === 'playing' && clock !== null);
  if (status !== 'playing' || clock === null) return null;
  const isYours = toAct.some((seat) => you.includes(seat));
  const seconds = toAct
    .filter((seat) => !isYours || you.includes(seat))
    .flatMap((seat) => secondsLeft(game, seat, nowMs) ?? [])
    .sort((a, b) => a - b)[0];
  if (seconds === undefined) return null;
  return (
    <span class={`clock ${isYours ? 'yours' : ''} ${isYours && seconds < SHORT_SECONDS ? 'short' : ''}`}>
      <span class="sr">{WORDS.table.timeLeft} </span>
      <span role="timer" aria-label={WORDS.table.timeLeft}>
        {spokenSeconds(seconds)}
      </span>
    </span>
  );
}
