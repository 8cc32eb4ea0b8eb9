import { Store } from './store.ts';

/** What somebody likes in this browser. */
export interface Settings {
  /** a short sound when it is one's turn */
  sound: boolean;
  /** with a quick clock a choice is sent without a second click */
  quick: boolean;
}

const KEY = 'croupier settings';
const USUAL: Settings = { sound: false, quick: false };

export const settings = new Store<Settings>(kept());

export function set(changes: Partial<Settings>): void {
  settings.patch(changes);
  localStorage.setItem(KEY, JSON.stringify(settings.value));
}

function kept(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return USUAL; // what lies there is not ours
  }
}
