import { useEffect, useState } from 'preact/hooks';

/** Another number every so often while somebody looks, and when they look again: for what no feed tells of. */
export function useLooks(everyMs: number): number {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setLooks((before) => before + 1);
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs]);
  return looks;
}
