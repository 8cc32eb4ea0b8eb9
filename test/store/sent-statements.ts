import pg from 'pg';
import { vi } from 'vitest';

/** A statement as the driver was given it. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

/** Tells of every statement that is sent from now on, by whom ever in this process, until the spies of the test are restored. */
export function onStatement(told: (statement: SentStatement) => void): void {
  const query = pg.Client.prototype.query as (...given: any[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: any[]) {
    const [sent, values] = given;
    const text = typeof sent === 'string' ? sent : sent?.text;
    if (typeof text === 'string') told({ text, values: sent.values ?? values ?? [] });
    return query.apply(this, given) as never;
  });
}

/** A statement as it is compared: without what depends on how many rows it is about, in one line. */
export function inOneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/game_event_\d+_\d+/g, 'game_event_…')
    .replace(/\$\d+(?:, ?\$\d+)+/g, '$…')
    .replace(/\(\$…\)(?:, ?\(\$…\))+/g, '($…)')
    .trim();
}
