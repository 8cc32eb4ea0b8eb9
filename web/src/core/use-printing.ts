import { useEffect, useState } from 'preact/hooks';

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    const look = () => setPrinting(paper.matches);
    const before = () => setPrinting(true);
    const after = () => setPrinting(false);
    paper.addEventListener('change', look);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      paper.removeEventListener('change', look);
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
