import { browserStorage } from './storage.ts';
import { Store } from './store.ts';

export interface Settings {
  /** plays a short sound when it becomes the player's turn */
  sound: boolean;
  /** true: in games with a quick clock, one click sends a choice */
  quick: boolean;
  /** the player confirms every move */
  ask: boolean;
  list: boolean;
  /** moves of other players are shown one by one */
  paced: boolean;
  chances: boolean;
  keys: boolean;
  theme: 'system' | 'light' | 'dark';
  /** no motion, even if the system allows it */
  still: boolean;
  fourColours: boolean;
}

const KEY = 'croupier settings';
const USUAL: Settings = {
  sound: false,
  quick: false,
  ask: false,
  list: false,
  paced: true,
  chances: true,
  keys: true,
  theme: 'system',
  still: false,
  fourColours: false,
};

export const settings = new Store<Settings>({ ...USUAL, ...(browserStorage.read(KEY) as Partial<Settings> | null) });

export function set(changes: Partial<Settings>): void {
  settings.patch(changes);
  browserStorage.write(KEY, settings.value);
}

export function applySettings(): void {
  const wear = () => {
    const { theme, still, fourColours } = settings.value;
    Object.assign(document.documentElement.dataset, { theme, still, fourColours });
  };
  settings.watch(wear);
  wear();
}
