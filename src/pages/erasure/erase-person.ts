import { checkNotLastOwner } from '../../chat/accounts/last-owner.ts';
import {
  deleteArchivedMessages,
  doBeginAnew,
  doDeleteSomeMessages,
  doDeleteSomeOwnRows,
  doDeleteSomeUploads,
  doEraseUser,
  erasedUserName,
} from '../../chat/erasure/actions.ts';
import { usersByIds } from '../../chat/users/access.ts';
import type { User } from '../../chat/users/user.ts';
import { doEraseFromDispatch, type ErasedFromDispatch, eraseFromTasks } from '../../dispatch/erasure/actions.ts';
import { FORGOTTEN_RECIPIENT } from '../../dispatch/recipients/actions.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ErasureRow } from '../../platform/erasure/access.ts';
import {
  doEmitErasure,
  doEndErasure,
  doEraseCredentials,
  doInsertErasure,
  eraseEvents,
  eraseFromPlatform,
  eraseFromTexts,
} from '../../platform/erasure/actions.ts';
import type { Traces } from '../../platform/erasure/traces.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { newObjectId } from '../../platform/ids.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { loadNamesInUse } from './queries.ts';
import {
  type AccountCounts,
  auditedAs,
  countAccounts,
  findSelf,
  keyOwnersOf,
  lowerCased,
  type Named,
  type Self,
} from './self.ts';

/** Identity of the person being erased, for the time after their accounts no longer show it. */
interface Erasure {
  self: Self;
  traces: Traces;
  /** Else what they have written stays, by nobody. */
  deletesMessages: boolean;
}

/**
 * Ends all accounts of somebody, who has no name, address or number any more, and notes what is still to be looked for;
 * `finishErasure` does that.
 * @returns undefined when the organization knows nobody of that kind
 * @throws {ChatError} for the only owner
 * @throws {DispatchError} 1000 where a worker has an active task, for the super administrator and the only manager of a team
 */
export async function doBeginErasure(
  tx: Tx,
  services: Services,
  asked: Named,
  deletesMessages: boolean,
): Promise<(ErasureRow & { accounts: AccountCounts }) | undefined> {
  const { organizationId } = tx;

  await tx.position();
  const self = await findSelf(tx, asked);
  const accounts = countAccounts(self);
  if (!accounts) return undefined;
  const users = [...(await usersByIds(tx, self.userIds)).values()];
  for (const user of users) {
    await checkNotLastOwner(tx, user);
    await doEraseUser(tx, user);
  }
  const url = await organizationUrl(services, organizationId, uncachedFacts(tx));
  const erased = await doEraseFromDispatch(tx, self.dispatch, url);
  await doEraseCredentials(tx, organizationId, keyOwnersOf(self), self.personIds);
  const traces = await tracesOf(tx, self, users, erased);
  const erasure: Erasure = { self, traces, deletesMessages };
  const row = { organizationId, id: newObjectId(), sealed: services.secrets.seal(JSON.stringify(erasure)) };
  await doInsertErasure(tx, row);
  return { ...row, accounts };
}

/** Returns the texts to search for, after the accounts were renamed: everybody who still has a name shares it. */
async function tracesOf(
  tx: Tx,
  { userIds, emails, phones }: Self,
  users: readonly User[],
  { workers, administrators, recipients }: ErasedFromDispatch,
): Promise<Traces> {
  const names = lowerCased([
    ...users.map(({ fullName }) => fullName),
    ...workers.flatMap(({ name, displayName }) => [name, displayName]),
    ...[...administrators, ...recipients].map(({ name }) => name),
  ]);
  const inUse = await loadNamesInUse(tx, names, userIds);
  return {
    names: names.filter((name) => !inUse.has(name)),
    sharedNames: names.filter((name) => inUse.has(name)),
    userIds,
    emails: lowerCased([...emails, ...[...users, ...administrators].map(({ email }) => email)]),
    phones: lowerCased([...phones, ...[...workers, ...administrators, ...recipients].map(({ phone }) => phone)]),
    label: userIds.length > 0 ? erasedUserName(userIds[0]!) : FORGOTTEN_RECIPIENT,
  };
}

/** Takes away what is left of somebody, some rows in a transaction. Whoever is killed in it is gone on with; two at once do no harm. */
export async function finishErasure(services: Services, row: ErasureRow, signal?: AbortSignal): Promise<void> {
  const { organizationId, sealed } = row;
  const { database, secrets } = services;
  const { self, traces, deletesMessages } = JSON.parse(secrets.open(sealed)) as Erasure;
  for (const userId of self.userIds) {
    await inBatches(services, signal, (tx) => doDeleteSomeOwnRows(tx, userId), { organizationId });
    if (deletesMessages) {
      const deleteSome = (tx: Tx) => doDeleteSomeMessages(tx, userId);
      await inBatches(services, signal, deleteSome, { organizationId, takesLog: true });
      await deleteArchivedMessages(services, organizationId, userId, signal);
    }
    await inBatches(services, signal, (tx) => doDeleteSomeUploads(tx, userId), { organizationId });
  }
  await eraseFromTasks(services, organizationId, self.dispatch, traces.phones, signal);
  await eraseFromPlatform(services, organizationId, traces, auditedAs(self), signal);
  await eraseFromTexts(services, organizationId, traces, signal);
  const before = await database.transaction(
    async (tx) => {
      const last = await doEmitErasure(tx, organizationId);
      await doBeginAnew(tx);
      return last;
    },
    { organizationId },
  );
  await eraseEvents(services, organizationId, before, signal);
  await database.transaction(async (tx) => {
    if (await doEndErasure(tx, row)) tx.audit({ organizationId, action: 'organization.person_erased' });
  });
}
