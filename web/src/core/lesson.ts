import { browserStorage } from './storage.ts';

export interface Lesson {
  gameId: string;
  /** indexes of the hints that were shown */
  shown: number[];
  /** the hint that appeared last, and at which version of the game; null: there was none */
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

/** Null: the game has no tutorial, or the player has skipped its hints. */
export function lessonIn(gameId: string): Lesson | null {
  const kept = browserStorage.read(KEY) as Lesson | null;
  return kept?.gameId === gameId ? kept : null;
}
