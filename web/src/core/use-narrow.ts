import { useEffect, useState } from 'preact/hooks';

const narrow = matchMedia('(width < 720px), (height < 500px)');

/** True on screens of phones, upright or on their side. Pictures then leave out details that are too small to read. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const look = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', look);
    look();
    return () => narrow.removeEventListener('change', look);
  }, []);
  return isNarrow;
}
