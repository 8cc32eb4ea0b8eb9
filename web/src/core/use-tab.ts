import { useEffect } from 'preact/hooks';
import { setTab } from './tab.ts';
import { WORDS } from './words.ts';

export function useTab(title: string): void {
  useEffect(() => {
    setTab(WORDS.tab.table(title), false);
    return () => setTab(WORDS.title, false);
  }, [title]);
}
