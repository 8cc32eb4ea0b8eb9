import { useEffect, useMemo, useState } from 'preact/hooks';
import { isolated } from '#rules/kernel/isolated.ts';
import { answerOf, api, type Game, type Refusal } from '../../core/api.ts';
import { type DailyResults, firstDifference } from '../../core/daily.ts';
import { NO_CHOICE } from '../../core/no-choice.ts';
import { Past } from '../../core/past.ts';
import { WORDS as COMMON, spoken } from '../../core/words.ts';
import { Board } from '../../parts/board.tsx';
import { Fault } from '../../parts/fault.tsx';
import { WORDS_OF_DAILY } from './daily-words.ts';

const WORDS = WORDS_OF_DAILY.side;

interface Opened {
  game: Game;
  past: Past;
  name: string;
}

interface SideBySideProps {
  results: DailyResults['results'];
  one: string;
  other: string;
  choose(side: 'one' | 'other', gameId: string): void;
}

export function SideBySide({ results, one, other, choose }: SideBySideProps) {
  const [left, right] = [useOpened(one, results), useOpened(other, results)];
  const refusal = left.refusal ?? right.refusal;
  const choices = (side: 'one' | 'other', gameId: string) => (
    <label>
      {WORDS[side]}{' '}
      <select value={gameId} onChange={({ currentTarget }) => choose(side, currentTarget.value)}>
        {results.map((row) => (
          <option key={row.gameId} value={row.gameId}>
            {isolated(row.player.name)}, {WORDS_OF_DAILY.score(row.score)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section class="panel" aria-labelledby="side-by-side">
      <h2 id="side-by-side" tabIndex={-1}>
        {WORDS.title}
      </h2>
      <p class="line">
        {choices('one', one)} {choices('other', other)}
      </p>
      <Fault refusal={refusal} />
      {left.opened === null || right.opened === null ? (
        refusal === null && <p class="dim">{COMMON.loading}</p>
      ) : (
        <Stepped key={`${one} ${other}`} one={left.opened} other={right.opened} />
      )}
    </section>
  );
}

function Stepped({ one, other }: { one: Opened; other: Opened }) {
  const newest = Math.max(one.game.version, other.game.version);
  const difference = useMemo(
    () =>
      firstDifference(
        (version) => one.past.eventsAt(version),
        (version) => other.past.eventsAt(version),
        newest,
      ),
    [one, other, newest],
  );
  const [version, setVersion] = useState(difference ?? newest);
  const go = (to: number) => setVersion(Math.min(newest, Math.max(1, to)));
  return (
    <div data-version={version} data-difference={difference ?? ''}>
      <input
        class="whole on-screen"
        type="range"
        min={1}
        max={newest}
        value={version}
        aria-label={WORDS.step}
        aria-valuetext={WORDS.at(version, newest)}
        onInput={({ currentTarget }) => go(Number(currentTarget.value))}
      />
      <p class="line on-screen" data-repeated>
        <button type="button" onClick={() => go(version - 1)}>
          {WORDS.back}
        </button>
        <button type="button" onClick={() => go(version + 1)}>
          {WORDS.on}
        </button>
        {difference !== null && (
          <button type="button" onClick={() => go(difference)}>
            {WORDS.first}
          </button>
        )}
      </p>
      <p role="status">
        {WORDS.at(version, newest)}. {saidOf(version, difference)}
      </p>
      <div class="sides">
        <Side opened={one} version={version} isApart={version === difference} />
        <Side opened={other} version={version} isApart={version === difference} />
      </div>
    </div>
  );
}

function saidOf(version: number, difference: number | null): string {
  if (difference === null) return WORDS.never;
  if (version === difference) return WORDS.here;
  return version < difference ? WORDS.alike : WORDS.differs(difference);
}

function Side({ opened, version, isApart }: { opened: Opened; version: number; isApart: boolean }) {
  const { past, name } = opened;
  const at = Math.min(version, opened.game.version);
  const [shown, setShown] = useState<Game | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    void past.state(at).then((answer) => {
      if (!isWanted) return;
      setRefusal(answer.ok ? null : answer.refusal);
      if (answer.ok) setShown(answer.value);
    });
    return () => {
      isWanted = false;
    };
  }, [past, at]);
  const events = past.eventsAt(at);
  return (
    <div class={isApart ? 'side apart' : 'side'}>
      <div>
        <h3>{WORDS.did(name)}</h3>
        {version > at && <p class="dim">{WORDS.over}</p>}
        <ul class="plain">
          {events.map((event) => (
            <li key={event.id}>{event.text ?? spoken(event.type)}</li>
          ))}
        </ul>
        {events.length === 0 && <p class="dim">{WORDS.nothing}</p>}
        <Fault refusal={refusal} />
      </div>
      {shown === null ? (
        <p class="dim">{COMMON.loading}</p>
      ) : (
        <Board game={shown} choice={NO_CHOICE} label={WORDS.board(name)} />
      )}
    </div>
  );
}

function useOpened(gameId: string, results: DailyResults['results']) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    let isWanted = true;
    setOpened(null);
    setRefusal(null);
    void (async () => {
      const params = { path: { gameId } };
      const answer = await answerOf(api.GET('/v1/games/{gameId}', { params }));
      if (!answer.ok) return isWanted && setRefusal(answer.refusal);
      const past = new Past(gameId, 0, answer.value.you, null);
      const read = await past.readEvents();
      if (!isWanted) return;
      if (!read.ok) return setRefusal(read.refusal);
      const name = results.find((row) => row.gameId === gameId)?.player.name ?? gameId;
      setOpened({ game: answer.value, past, name: isolated(name) });
    })();
    return () => {
      isWanted = false;
    };
  }, [gameId]);
  return { opened, refusal };
}
