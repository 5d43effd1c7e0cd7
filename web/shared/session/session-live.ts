import { effect } from '@preact/signals';
import { Live } from '../live/live.ts';
import { loadSession, sessionEnded, sessionState } from './session.ts';

/**
 * Watches the session itself: ended elsewhere (signed out everywhere, deactivated, a new password), the stream is closed
 * and refused, and this page knows within a second or two.
 */
export function watchSession(): Live {
  const live = new Live({
    name: 'session',
    path: '/api/session/events',
    onEvent: () => {},
    onSignedOut: sessionEnded,
    onSignedIn: () => {
      if (sessionState.value.kind !== 'signed in') void loadSession();
    },
  });
  let wasEnded = false;
  effect(() => {
    const { kind } = sessionState.value;
    if (kind === 'signed in' && wasEnded) live.resume();
    wasEnded = kind === 'ended' || kind === 'nobody';
  });
  return live;
}
