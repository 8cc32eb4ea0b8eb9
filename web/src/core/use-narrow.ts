import { useEffect, useState } from 'preact/hooks';

const narrow = matchMedia('(width < 720px), (height < 500px)');

/** True on phone-sized screens, upright or on their side, where pictures omit unreadable details. */
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
