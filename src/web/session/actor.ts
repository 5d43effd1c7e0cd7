import { nameOfAdministrator } from '../../dispatch/administrators/access.ts';
import { nameOfWorker } from '../../dispatch/workers/access.ts';
import type { AuditActor } from '../../platform/db/audit-entry.ts';
import type { Accounts } from './accounts.ts';

/** Whoever has accounts, for the audit log: as the API knows them that comes first here. */
export function actorOfAccounts(organizationId: string, { chat, dispatch, driver }: Accounts): AuditActor {
  if (chat) return { kind: 'person', id: String(chat.userId), name: chat.fullName };
  if (dispatch) {
    const id = dispatch.administratorId;
    return { kind: 'administrator', id, name: (reader) => nameOfAdministrator(reader, organizationId, id) };
  }
  if (!driver) return { kind: 'nobody', id: null, name: null };
  const id = driver.workerId;
  return { kind: 'worker', id, name: (reader) => nameOfWorker(reader, organizationId, id) };
}
