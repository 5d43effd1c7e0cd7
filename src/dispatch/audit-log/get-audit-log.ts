import { Type } from 'typebox';
import { loadEntries } from '../../platform/audit/access.ts';
import { dispatchOperation } from '../http/operation.ts';
import { AuditEntryObject, auditFilter, presentEntry } from './present.ts';

const PAGE = 50;

/** Ours: of both sides of an organization. */
export const getAuditLog = dispatchOperation({
  method: 'GET',
  path: '/organization/audit-log',
  summary: 'List who changed what in the administration of the organization, newest first',
  access: 'apiKey',
  owners: true,
  query: {
    ...auditFilter,
    limit: Type.Integer({ minimum: 1, maximum: 100, description: `Maximum number of entries; ${PAGE} if absent.` }),
    lastId: Type.String({ pattern: '^[0-9a-f]{24}$', description: 'The `lastId` of the page before.' }),
  },
  answer: Type.Object({
    entries: Type.Array(AuditEntryObject, { description: 'Entries of this page, newest first.' }),
    lastId: Type.Optional(
      Type.String({ description: 'Send it as `lastId` for the next page; absent on the last one.' }),
    ),
  }),
  async read({ reader, caller }, { query: { limit = PAGE, lastId, ...filter } }) {
    const rows = await loadEntries(reader, caller.organizationId, filter, lastId, limit + 1);
    const entries = rows.slice(0, limit).map(presentEntry);
    return { entries, ...(rows.length > limit ? { lastId: entries.at(-1)!.id } : {}) };
  },
});
