import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Answer, connection, type Refusal } from './api.ts';
import type { Topic } from './competition-news.ts';
import { isFinal } from './final-refusal.ts';
import { pause } from './pause.ts';
import { session } from './session.ts';
import { useStore } from './store.ts';
import { whileVisible } from './visible.ts';
import { WatchedCompetition } from './watched-competition.ts';

/** Follows a competition while the page is visible. Starts anew if another player signs in. */
export function useCompetition(competitionId: string, inviteCode: string | null): WatchedCompetition {
  const token = useStore(session)?.token;
  const watched = useMemo(
    () => new WatchedCompetition(connection, competitionId, inviteCode),
    [competitionId, inviteCode, token],
  );
  useEffect(() => whileVisible((signal) => watched.follow(signal)), [watched]);
  return watched;
}

export interface Part<T> {
  value: T | null;
  refusal: Refusal | null;
}

/** The shortest pause between readings. After a slow reading the pause is longer, to limit the load. */
const REST_MS = 1_000;
const RESTS_OF_READING = 3;

/** Reads a part of a competition; reads it again when one of its topics or `ticks` changes. Only one request runs at a
 * time. `key` identifies what is read. */
export function usePart<T>(
  watched: WatchedCompetition,
  topics: readonly Topic[],
  read: () => Promise<Answer<T>>,
  key = '',
  ticks = 0,
): Part<T> {
  const { competition, news } = useStore(watched.state);
  const [part, setPart] = useState<Part<T>>({ value: null, refusal: null });
  const sum = topics.reduce((all, topic) => all + news[topic], ticks);
  const wanted = useRef({ sum, read });
  wanted.current = { sum, read };
  const wake = useRef(() => {});
  const isThere = competition !== null;
  useEffect(() => {
    if (!isThere) return;
    const ending = new AbortController();
    setPart({ value: null, refusal: null });
    void readOn(wanted, wake, ending.signal, setPart);
    return () => ending.abort();
  }, [watched, isThere, key]);
  useEffect(() => wake.current(), [sum]);
  return part;
}

interface Held<T> {
  current: T;
}

async function readOn<T>(
  wanted: Held<{ sum: number; read(): Promise<Answer<T>> }>,
  wake: Held<() => void>,
  signal: AbortSignal,
  show: (change: (part: Part<T>) => Part<T>) => void,
): Promise<void> {
  while (!signal.aborted) {
    const { sum, read } = wanted.current;
    const begun = performance.now();
    const answer = await read();
    if (signal.aborted) return;
    show((part) => (answer.ok ? { value: answer.value, refusal: null } : { ...part, refusal: answer.refusal }));
    await pause(Math.max(REST_MS, RESTS_OF_READING * (performance.now() - begun)), signal);
    if (!answer.ok && !isFinal(answer.refusal)) continue; // tries again later
    while (!signal.aborted && wanted.current.sum === sum) {
      await new Promise<void>((resolve) => {
        wake.current = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }
}
