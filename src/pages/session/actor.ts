import { nameOfAdministrator } from '../../dispatch/administrators/access.ts';
import { nameOfWorker } from '../../dispatch/workers/access.ts';
import { type AuditActor, NOBODY } from '../../platform/db/audit-entry.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import type { Accounts } from './accounts.ts';

/** Whoever has accounts, for the audit log: as the API knows them that comes first here. */
export function actorOfAccounts(organizationId: string, { chat, dispatch, driver }: Accounts): AuditActor {
  if (chat) return { kind: 'person', id: String(chat.userId), name: chat.fullName, organizationId };
  if (dispatch) {
    const id = dispatch.administratorId;
    const name = (reader: PlainReader) => nameOfAdministrator(reader.of(organizationId), id);
    return { kind: 'administrator', id, name, organizationId };
  }
  if (!driver) return NOBODY;
  const id = driver.workerId;
  return {
    kind: 'worker',
    id,
    name: (reader) => nameOfWorker(reader.of(organizationId), id),
    organizationId,
  };
}
