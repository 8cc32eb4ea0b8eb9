import { browserStorage } from './storage.ts';

export interface Lesson {
  gameId: string;
  /** indexes of hints */
  shown: number[];
  /** the hint that appeared last, and at which version of the game; null: none was due */
  hint: number | null;
  version: number;
}

const KEY = 'croupier lesson';

export function beginLesson(gameId: string): void {
  keepLesson({ gameId, shown: [], hint: null, version: 0 });
}

export function keepLesson(lesson: Lesson): void {
  browserStorage.write(KEY, lesson);
}

export function endLesson(): void {
  browserStorage.remove(KEY);
}

/** Null if the game teaches nothing, or its hints were skipped. */
export function lessonIn(gameId: string): Lesson | null {
  const kept = browserStorage.read(KEY) as Lesson | null;
  return kept?.gameId === gameId ? kept : null;
}
