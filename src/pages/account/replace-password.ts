import { doNoteChosenPassword } from '../../dispatch/driver/actions.ts';
import { revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { doChangePassword } from '../../platform/people/actions.ts';
import type { Person } from '../../platform/people/person.ts';
import { accountsWithin } from '../session/accounts.ts';
import { doNotifyPasswordChanged } from './password-notice.ts';

/**
 * Sets another password without the old one, and tells the person. Whoever was signed in is signed out, clients too: who
 * forgets a password may have lost more than that.
 * @param person as locked in this transaction
 * @param after in the form of `hashPassword`
 */
export async function doReplacePassword(tx: PlainTx, person: Person, after: string): Promise<void> {
  await doChangePassword(tx, person, { before: person.passwordHash, after });
  await endClients(tx.of(person.organizationId), person);
  const organization = (await findOrganization(tx, person.organizationId))!;
  if (person.email !== null) await doNotifyPasswordChanged(tx, organization, person.email, { areClientsOut: true });
}

/** Makes the person's own keys useless, and tokens of a worker's devices. Bots of theirs have keys of their own, which stay. */
async function endClients(tx: Tx, { organizationId, id }: Person): Promise<void> {
  const { chat, dispatch, driver } = await accountsWithin(tx, id);
  if (chat) await revokeCredentialsOf(tx, organizationId, 'chat', String(chat.userId));
  if (dispatch) await revokeCredentialsOf(tx, organizationId, 'administrator', dispatch.administratorId);
  await revokeCredentialsOf(tx, organizationId, 'assistant', id);
  if (driver) await doNoteChosenPassword(tx, driver.workerId);
}
