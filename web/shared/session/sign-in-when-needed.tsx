import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sessionState } from './session.ts';

/** After the page was drawn: a session that ends during bad network finds the sign-in loaded. */
const LOAD_AFTER_MS = 5000;
const RETRY_MS = 2000;

/** The sign-in, which most visits never show: it is loaded once it is needed, or after the page has settled. */
export function SignInWhenNeeded() {
  const [loaded, setLoaded] = useState<{ SignIn: ComponentType }>();
  const [failures, setFailures] = useState(0);
  const { kind } = sessionState.value;
  const isNeeded = kind === 'nobody' || kind === 'ended';
  useEffect(() => {
    if (loaded) return;
    const load = () => import('./sign-in.tsx').then(setLoaded, () => setFailures(failures + 1));
    const wait = isNeeded ? (failures > 0 ? RETRY_MS : 0) : LOAD_AFTER_MS;
    const timer = setTimeout(load, wait);
    return () => clearTimeout(timer);
  }, [isNeeded, failures, loaded]);
  return loaded ? <loaded.SignIn /> : null;
}
