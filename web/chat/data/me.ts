import { computed } from '@preact/signals';
import { type Session, sessionState } from '../../shared/session/session.ts';

/** Signed-in person; the app is shown to nobody else. */
export const session = computed<Session | undefined>(() => {
  const state = sessionState.value;
  return 'session' in state ? state.session : undefined;
});

/** Chat user of the signed-in person; 0 without a chat account. */
export const ownUserId = computed(() => session.value?.apps.chat?.userId ?? 0);

/** Returns the storage name for this person: a browser may have several, and user IDs are told apart by organization. */
export const personalStorageName = (what: string): string => `chat-${what}/${session.peek()?.person.id ?? ''}`;
