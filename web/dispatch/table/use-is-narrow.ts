import { useEffect, useState } from 'preact/hooks';

/** Widths of phones: below it a screen has one pane (`table.css`). */
const NARROW = '(max-width: 40rem)';

/** Whether the page is as narrow as a phone. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const look = () => setNarrow(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isNarrow;
}
