import type { ComponentType } from 'preact';
import type { PageProps } from '../core/page-props.ts';

export interface PageEntry {
  /** of the fragment: `g/:gameId` is `#/g/<id>` */
  path: string;
  load(): Promise<{ default: ComponentType<PageProps> }>;
}

/** Every page, each fetched when somebody goes there. */
export const PAGES: readonly PageEntry[] = [
  { path: '', load: () => import('./home.tsx') },
  { path: 'new/:ruleset', load: () => import('./new-game.tsx') },
  { path: 'g/:gameId', load: () => import('./table.tsx') },
  { path: 'g/:gameId/at/:version', load: () => import('./replay.tsx') },
  { path: 'g/:gameId/fairness', load: () => import('./fairness.tsx') },
  { path: 'p/:playerId', load: () => import('./player.tsx') },
  { path: 'me', load: () => import('./me.tsx') },
  { path: 'carried', load: () => import('./carried.tsx') },
  { path: 'board', load: () => import('./board.tsx') },
  { path: 'board', load: () => import('./board.tsx') },
  { path: 'rules', load: () => import('./all-rules.tsx') },
  { path: 'rules/:ruleset', load: () => import('./rules.tsx') },
];
