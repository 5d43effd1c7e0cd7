import { Type } from 'typebox';
import { loadEntries } from '../../platform/audit/access.ts';
import { dispatchOperation } from '../http/operation.ts';
import { AuditEntryObject, auditFilter, presentEntry } from './present.ts';

const PAGE = 50;

/** Ours: of both sides of an organization. */
export const getAuditLog = dispatchOperation({
  method: 'GET',
  path: '/organization/audit-log',
  summary:
    'Who changed what in the administration of the organization, newest first; `lastId` is where the next page begins',
  access: 'apiKey',
  owners: true,
  query: {
    ...auditFilter,
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
    lastId: Type.String({ pattern: '^[0-9a-f]{24}$' }),
  },
  answer: Type.Object({ entries: Type.Array(AuditEntryObject), lastId: Type.Optional(Type.String()) }),
  async read({ reader, caller }, { query: { limit = PAGE, lastId, ...filter } }) {
    const rows = await loadEntries(reader, caller.organizationId, filter, lastId, limit + 1);
    const entries = rows.slice(0, limit).map(presentEntry);
    return { entries, ...(rows.length > limit ? { lastId: entries.at(-1)!.id } : {}) };
  },
});
