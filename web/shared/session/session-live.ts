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
    // Also where somebody is signed in: it may be another one by now.
    onSignedIn: () => void loadSession(),
  });
  let before = sessionState.value.kind;
  effect(() => {
    const { kind } = sessionState.value;
    // Also at the start of a page: whoever signed in at `/sign-in`, which runs no script, is told of by the page they come to.
    if (kind === 'signed in' && before !== 'signed in') live.resume();
    before = kind;
  });
  return live;
}
