import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useKeys } from '../../parts/use-keys.ts';
import { WORDS_OF_REPLAY } from './replay-words.ts';

interface ScrubberProps {
  version: number;
  newest: number;
  /** true: the page shows `version` already; automatic play waits for this before it shows the next version */
  isShown: boolean;
  go(version: number): void;
  leave(): void;
  children: ComponentChildren;
}

const STEP_MS = 1_000;

const BACK = 'M17 4V20L5 12Z';
const ON = 'M7 4V20L19 12Z';
const TO_FIRST = 'M4 4H7V20H4ZM20 4V20L8 12Z';
const TO_LAST = 'M17 4H20V20H17ZM4 4V20L16 12Z';

export function Scrubber({ version, newest, isShown, go, leave, children }: ScrubberProps) {
  const [plays, setPlays] = useState(false);
  const goTo = (to: number) => go(Math.min(Math.max(1, to), newest));
  const stop = (to: number) => {
    setPlays(false);
    goTo(to);
  };
  useKeys({
    ArrowLeft: () => stop(version - 1),
    ArrowRight: () => stop(version + 1),
    Home: () => stop(1),
    End: () => stop(newest),
    Escape: leave,
  });
  useEffect(() => {
    if (!plays || !isShown) return;
    if (version === newest) return setPlays(false);
    const timer = setTimeout(() => goTo(version + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, isShown, version, newest]);
  const play = () => {
    if (!plays && version === newest) goTo(1);
    setPlays(!plays);
  };
  return (
    <div class="scrubber">
      <input
        type="range"
        min={1}
        max={newest}
        value={version}
        aria-label={WORDS_OF_REPLAY.scrubber}
        aria-valuetext={WORDS_OF_REPLAY.at(version, newest)}
        onInput={({ currentTarget }) => stop(Number(currentTarget.value))}
      />
      <span class="row">
        <Step words={WORDS_OF_REPLAY.first} sign={TO_FIRST} off={version === 1} step={() => stop(1)} />
        <Step words={WORDS_OF_REPLAY.back} sign={BACK} off={version === 1} step={() => stop(version - 1)} />
        <button type="button" onClick={play}>
          {plays ? WORDS_OF_REPLAY.pause : WORDS_OF_REPLAY.play}
        </button>
        <Step words={WORDS_OF_REPLAY.on} sign={ON} off={version === newest} step={() => stop(version + 1)} />
        <Step words={WORDS_OF_REPLAY.last} sign={TO_LAST} off={version === newest} step={() => stop(newest)} />
      </span>
      <span class="row">{children}</span>
      <small>{WORDS_OF_REPLAY.keys}</small>
    </div>
  );
}

interface StepProps {
  words: string;
  sign: string;
  /** true: there are no more steps in this direction. The button is not disabled, so that it keeps the focus */
  off: boolean;
  step(): void;
}

function Step({ words, sign, off, step }: StepProps) {
  return (
    <button type="button" data-repeated aria-label={words} aria-disabled={off} onClick={() => off || step()}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={sign} />
      </svg>
    </button>
  );
}
