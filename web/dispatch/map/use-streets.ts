import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';

/** The server is asked again at most so often. */
const AGAIN_MS = 10_000;

/**
 * Loads which map the server has: when the map opens, again after a failure, and when parts of its file are missing,
 * because the file may have been replaced or deleted.
 */
export function useStreets(): { base: GetMapAnswer | undefined; askAgain(): void } {
  const [base, setBase] = useState<GetMapAnswer>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askedAt = useRef(0);
  const isGone = useRef(false);
  const ask = async () => {
    askedAt.current = performance.now();
    timer.current = undefined;
    const answer = await request<GetMapAnswer>('/api/v2/map').catch(() => undefined);
    if (isGone.current) return;
    if (answer) setBase(answer);
    else askAgain();
  };
  const askAgain = () => {
    timer.current ??= setTimeout(() => void ask(), Math.max(0, askedAt.current + AGAIN_MS - performance.now()));
  };
  useEffect(() => {
    void ask();
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  return { base, askAgain };
}
