import { useEffect, useState } from 'preact/hooks';

const narrow = matchMedia('(width < 720px)');

/** True on phone-sized screens, where pictures omit unreadable details. */
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
