import { useEffect, useState } from 'preact/hooks';

/** Another number every so often while somebody looks, and when they look again: for what no feed tells of. */
export function useRefreshes(everyMs: number): number {
  const [refreshes, setRefreshes] = useState(0);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setRefreshes((before) => before + 1);
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs]);
  return refreshes;
}
