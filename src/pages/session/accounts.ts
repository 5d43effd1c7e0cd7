import type { Role } from '../../chat/http/caller.ts';
import { findUserById, findUserIdOfPerson } from '../../chat/users/access.ts';
import { findAdministratorOf } from '../../dispatch/administrators/access.ts';
import { findWorkerIdOf } from '../../dispatch/workers/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { type FactSource, uncachedFacts } from '../../platform/events/facts.ts';

/** Accounts of a person in each API; undefined: none that grants access. */
export interface Accounts {
  chat: { userId: number; role: Role; fullName: string } | undefined;
  dispatch: { administratorId: string; isReadOnly: boolean } | undefined;
  driver: { workerId: string } | undefined;
}

/** Returns the accounts that a person may use at present. */
export async function accountsOf(facts: FactSource, personId: string): Promise<Accounts> {
  const userId = await findUserIdOfPerson(facts, personId);
  const user = userId === null ? undefined : await findUserById(facts, userId);
  const administrator = await findAdministratorOf(facts, personId);
  const workerId = await findWorkerIdOf(facts, personId);
  return {
    chat: user?.isActive ? { userId: user.id, role: user.role, fullName: user.fullName } : undefined,
    dispatch: administrator?.isActive
      ? { administratorId: administrator.id, isReadOnly: administrator.isReadOnly }
      : undefined,
    driver: workerId === null ? undefined : { workerId },
  };
}

/** The same as the transaction sees it. */
export function accountsWithin(tx: Tx, personId: string): Promise<Accounts> {
  return accountsOf(uncachedFacts(tx), personId);
}

/** Whether there is anything to sign in to. */
export function hasAccount({ chat, dispatch, driver }: Accounts): boolean {
  return Boolean(chat ?? dispatch ?? driver);
}
