import { useEffect } from 'preact/hooks';
import { setTab } from './tab.ts';
import { WORDS } from './words.ts';

/** The tab of the browser says which page this is, as long as it is there. */
export function useTab(title: string): void {
  useEffect(() => {
    setTab(WORDS.tab.table(title), false);
    return () => setTab(WORDS.title, false);
  }, [title]);
}
