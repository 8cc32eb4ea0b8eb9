import { browserStorage } from './storage.ts';
import { Store } from './store.ts';

/** What somebody likes in this browser. */
export interface Settings {
  /** a short sound when it is one's turn */
  sound: boolean;
  /** with a quick clock a choice is sent without a second click */
  quick: boolean;
  /** every move is confirmed, also one that a single tap would do */
  ask: boolean;
  /** all choices of a table stand beside it as a list */
  list: boolean;
  /** what others do is shown one move after another */
  paced: boolean;
  /** chances and certain effects stand beside what may be done */
  chances: boolean;
  /** single keys do something */
  keys: boolean;
  theme: 'system' | 'light' | 'dark';
  /** nothing moves, whatever the system says */
  still: boolean;
  /** each suit in a colour of its own, or in the two of old */
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

/** Has the styles follow what somebody likes. */
export function wearSettings(): void {
  const wear = () => {
    const { theme, still, fourColours } = settings.value;
    Object.assign(document.documentElement.dataset, { theme, still, fourColours });
  };
  settings.watch(wear);
  wear();
}
