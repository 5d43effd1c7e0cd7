import type { Account } from './account.ts';
import { actions } from './actions.ts';
import { database, STRICT } from './database.ts';
import { isDraft } from './drafts.ts';

/**
 * Looks what is to be left on the phone when who works with it signs out: nothing, but for work that nobody else has. With something
 * unsent that stays, sealed, and so do its pictures, what is being filled in and where they were, until its worker is here again.
 * @returns takes the rest away, for when they are out
 */
export function clearingOf({ workerId }: Account): () => Promise<void> {
  const unsent = new Set(actions.value.flatMap(({ seq, stage }) => (stage === 'sent' ? [] : [seq])));
  const hasUnsent = unsent.size > 0;
  return async () => {
    const transaction = (await database()).transaction(
      ['account', 'actions', 'files', 'copies', 'positions'],
      'readwrite',
      STRICT,
    );
    for (const name of ['actions', 'files', 'positions'] as const) {
      const store = transaction.objectStore(name);
      if (hasUnsent && name !== 'actions') continue;
      for (const key of await store.index('workerId').getAllKeys(workerId))
        if (name !== 'actions' || !unsent.has(key as number)) await store.delete(key as never);
    }
    const copies = transaction.objectStore('copies');
    for (const key of await copies.getAllKeys())
      if (key[0] === workerId && !(hasUnsent && isDraft(key[1]))) await copies.delete(key);
    const account = transaction.objectStore('account');
    if (!hasUnsent && (await account.get('here'))?.workerId === workerId) await account.delete('here');
    await transaction.done;
  };
}
