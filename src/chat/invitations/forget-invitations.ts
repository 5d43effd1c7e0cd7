import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteEndedInvitations } from './queries.ts';

/** So long it can be found out who invited whom; then the audit log says it. */
const KEPT_DAYS = 90;

/** Invitations that were taken, revoked or not taken in their time. */
export const forgetInvitations = forgetDaily({
  queue: 'chat-forget-invitations',
  at: '03:19',
  table: 'chat.invitations',
  days: KEPT_DAYS,
  delete: deleteEndedInvitations,
});
