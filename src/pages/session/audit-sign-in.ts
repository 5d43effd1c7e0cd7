import type { Tx } from '../../platform/db/tx.ts';
import type { Person } from '../../platform/people/person.ts';
import type { Accounts } from './accounts.ts';
import { actorOfAccounts } from './actor.ts';

/** Notes that somebody signs in with a browser. */
export function auditSignIn(
  tx: Tx,
  { organizationId, id, email, phone }: Person,
  accounts: Accounts,
  { by, address }: { by: 'password' | 'provider' | 'link'; address: string },
): void {
  tx.audit(
    {
      organizationId,
      action: 'person.signed_in',
      actor: actorOfAccounts(organizationId, accounts),
      object: { kind: 'sign-in', id, name: email ?? phone },
      details: { with: { to: by } },
    },
    { event: 'sign_in', api: 'session', organization: organizationId, subject: id, address },
  );
}

/** Notes a wrong code of the second factor. Whoever comes so far has the password, or the link. */
export function auditWrongCode(tx: Tx, { organizationId, id, email, phone }: Person, address: string): void {
  tx.audit(
    {
      organizationId,
      action: 'person.sign_in_refused',
      object: { kind: 'sign-in', id, name: email ?? phone },
      details: { reason: { to: 'wrong code' } },
    },
    { event: 'sign_in_refused', api: 'session', reason: 'wrong code', address, accounts: [`${organizationId}/${id}`] },
  );
}
