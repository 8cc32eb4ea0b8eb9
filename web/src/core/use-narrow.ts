import { useEffect, useState } from 'preact/hooks';

const narrow = matchMedia('(width < 720px)');

/** Whether the screen is as narrow as a phone: pictures then leave out what could not be read. */
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
