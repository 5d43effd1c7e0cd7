import { auditCsv } from '../../platform/audit/csv.ts';
import { dispatchOperation } from '../http/operation.ts';
import { auditFilter } from './present.ts';

/** Ours. */
export const getAuditLogCsv = dispatchOperation({
  method: 'GET',
  path: '/organization/audit-log/csv',
  summary: 'Get the audit log, or its matching entries, as CSV',
  access: 'apiKey',
  owners: true,
  query: auditFilter,
  transport: { answersCsv: true },
  read: async ({ reader, caller }, { query }) => auditCsv(reader, caller.organizationId, query),
});
