import { computed } from '@preact/signals';
import { type Session, sessionState } from '../../shared/session/session.ts';

/** Signed-in person; the app is shown to nobody else. */
export const session = computed<Session>(() => (sessionState.value as { session: Session }).session);

/** Access that a screen requires. */
export type Need = 'administrator' | 'owner' | 'chat' | 'dispatch';

/** The roles of the chat as the wire has them. */
export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

/** Whether whoever sits here has what is asked for. What the server allows is its own to say. */
export function has(need: Need): boolean {
  const { standing, apps } = session.value;
  if (need === 'owner') return standing === 'owner';
  if (need === 'chat') return apps.chat !== null && apps.chat.role <= ROLES.administrator;
  if (need === 'dispatch') return apps.dispatch !== null;
  return standing !== null;
}

export const isOwner = computed(() => session.value.standing === 'owner');
