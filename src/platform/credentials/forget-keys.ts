import { forgetDaily } from '../jobs/keeping.ts';
import { deleteRevokedCredentials } from './credentials.ts';

/** So long a list shows that there was a key, and when it was revoked; then the audit log says it. */
const KEPT_DAYS = 90;

/** Keys that were revoked long ago. Sessions have a time of their own. */
export const forgetKeys = forgetDaily({
  queue: 'forget-revoked-keys',
  at: '03:13',
  table: 'platform.credentials',
  days: KEPT_DAYS,
  delete: deleteRevokedCredentials,
});
