import { forgetDaily } from '../jobs/keeping.ts';
import { deleteEntriesBefore } from './queries.ts';

/** Entries of the audit log. */
export const forgetAuditEntries = forgetDaily({
  queue: 'forget-audit-entries',
  at: '03:51',
  table: 'platform.audit_log',
  days: ({ auditDays }) => auditDays,
  delete: deleteEntriesBefore,
});
