import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sessionState } from './session.ts';

const RETRY_MS = 2000;

/** The sign-in, which most visits never show: it is loaded once it is needed. */
export function SignInWhenNeeded() {
  const [loaded, setLoaded] = useState<{ SignIn: ComponentType }>();
  const [failures, setFailures] = useState(0);
  const { kind } = sessionState.value;
  const isNeeded = kind === 'nobody' || kind === 'ended';
  useEffect(() => {
    if (loaded || !isNeeded) return;
    const load = () => import('./sign-in.tsx').then(setLoaded, () => setFailures(failures + 1));
    const timer = setTimeout(load, failures > 0 ? RETRY_MS : 0);
    return () => clearTimeout(timer);
  }, [isNeeded, failures, loaded]);
  return loaded ? <loaded.SignIn /> : null;
}
