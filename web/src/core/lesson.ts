import { browserStorage } from './storage.ts';

export interface Lesson {
  gameId: string;
  /** indexes of the hints that were shown */
  shown: number[];
  /** the index of the hint that appeared last (null: none yet), and the game's version at that time */
  hint: number | null;
  version: number;
}

const KEY = 'croupier lesson';
const MOST_KEPT_LESSONS = 20;

export function beginLesson(gameId: string): void {
  keepLesson({ gameId, shown: [], hint: null, version: 0 });
}

export function keepLesson(lesson: Lesson): void {
  browserStorage.write(KEY, [lesson, ...lessonsExcept(lesson.gameId)].slice(0, MOST_KEPT_LESSONS));
}

export function endLesson(gameId: string): void {
  browserStorage.write(KEY, lessonsExcept(gameId));
}

/** Returns the tutorial of a game; null: it has none, or the player has skipped the hints. */
export function lessonIn(gameId: string): Lesson | null {
  return lessons().find((lesson) => lesson.gameId === gameId) ?? null;
}

/** An earlier version kept a single lesson, not a list. */
const lessons = () => [browserStorage.read(KEY) ?? []].flat() as Lesson[];

const lessonsExcept = (gameId: string) => lessons().filter((lesson) => lesson.gameId !== gameId);
