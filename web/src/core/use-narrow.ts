import { useEffect, useState } from 'preact/hooks';

/** True on screens of phones, upright or on their side. Pictures then leave out details that are too small to read. */
export const useNarrow = () => useMedia('(width < 720px), (height < 500px)');

export function useMedia(query: string): boolean {
  const [isMatched, setMatched] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => setMatched(media.matches);
    media.addEventListener('change', look);
    look();
    return () => media.removeEventListener('change', look);
  }, [query]);
  return isMatched;
}
