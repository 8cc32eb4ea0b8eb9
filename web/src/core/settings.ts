import { Store } from './store.ts';

/** What somebody likes in this browser. */
export interface Settings {
  /** a short sound when it is one's turn */
  sound: boolean;
  /** with a quick clock a choice is sent without a second click */
  quick: boolean;
  theme: 'system' | 'light' | 'dark';
  /** nothing moves, whatever the system says */
  still: boolean;
  /** each suit in a colour of its own, or in the two of old */
  fourColours: boolean;
}

const KEY = 'croupier settings';
const USUAL: Settings = { sound: false, quick: false, theme: 'system', still: false, fourColours: true };

export const settings = new Store<Settings>(kept());

export function set(changes: Partial<Settings>): void {
  settings.patch(changes);
  localStorage.setItem(KEY, JSON.stringify(settings.value));
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

function kept(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return USUAL; // what lies there is not ours
  }
}
