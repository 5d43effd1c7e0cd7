import { computed } from '@preact/signals';
import { type Session, sessionState } from '../../shared/session/session.ts';

/** Signed-in person; the app is shown to nobody else. */
export const session = computed<Session | undefined>(() => {
  const state = sessionState.value;
  return 'session' in state ? state.session : undefined;
});

export const organizationId = computed(() => session.value?.organization.id ?? '');

/** Whether it was done by whoever sits here, in whichever tab. */
export function isMe({ type, id }: { type: string; id: string }): boolean {
  return type === 'ADMIN' && id === session.value?.apps.dispatch?.administratorId;
}

/** Whether anything may be changed: else no control that changes something is offered. */
export const mayWrite = computed(() => session.value?.apps.dispatch?.isReadOnly === false);
