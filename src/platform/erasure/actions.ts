import type { CredentialKind } from '../credentials/credentials.ts';
import { revokeCredentialsOf } from '../credentials/credentials.ts';
import type { PlainTx } from '../db/tx.ts';
import { isUniqueViolation } from '../db/unique.ts';
import { newObjectId } from '../ids.ts';
import { inBatches } from '../jobs/in-batches.ts';
import { doReleasePerson } from '../people/actions.ts';
import type { Services } from '../services.ts';
import { ERASURE_EVENT } from './erasure-event.ts';
import {
  deleteAnswersOf,
  deleteCredentials,
  deleteSmsOf,
  deleteSomeEvents,
  deleteSomeMail,
  forgetNamesInAudit,
  replaceContact,
} from './queries.ts';
import { lastOfSomeRows, loadTextTables, replaceInRows, type TextCursor } from './text-queries.ts';
import { replacementsFor, type Traces } from './traces.ts';

export { deleteErasure as doEndErasure, insertErasure as doInsertErasure } from './queries.ts';

/** Rows of one transaction. */
const ERASED_AT_ONCE = 1000;

/** An account as keys name it: a chat user, a worker, an administrator, the person who signs in. */
export interface KeyOwner {
  kind: Exclude<CredentialKind, 'dispatch'>;
  id: string;
}

/** Ends all keys, sessions and devices of accounts, and forgets them. */
export async function doEraseCredentials(
  tx: PlainTx,
  organizationId: string,
  accounts: readonly KeyOwner[],
  personIds: readonly string[],
): Promise<void> {
  for (const { kind, id } of accounts) await revokeCredentialsOf(tx, organizationId, kind, id);
  for (const id of personIds) await doReleasePerson(tx, organizationId, id);
  await deleteCredentials(
    tx,
    organizationId,
    accounts.map(({ kind, id }) => `${kind} ${id}`),
  );
  const callers = accounts.flatMap(({ kind, id }) =>
    kind === 'chat' ? [`user ${id}`, `sign-in of ${id}`] : [`${kind} ${id}`],
  );
  await deleteAnswersOf(tx, organizationId, callers);
}

/** Erases a person from the layer below both sides: mail and SMS to them, and their name in the audit log. */
export async function eraseFromPlatform(
  services: Services,
  organizationId: string,
  traces: Traces,
  audited: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { database } = services;
  const { emails, phones, label } = traces;
  const to = [...emails, ...phones].map((each) => each.toLowerCase());
  await inBatches(services, signal, (tx) => deleteSomeMail(tx, organizationId, to, ERASED_AT_ONCE));
  await database.transaction(async (tx) => {
    await deleteSmsOf(tx, organizationId, phones);
    await replaceContact(tx, organizationId, emails);
    await forgetNamesInAudit(tx, organizationId, audited, label);
  });
}

/** Replaces in all texts of an organization what names somebody, some rows in a transaction. */
export async function eraseFromTexts(
  services: Services,
  organizationId: string,
  traces: Traces,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = services;
  const replacements = replacementsFor(traces);
  if (replacements.length === 0) return;
  for (const table of await loadTextTables(database.reader)) {
    if (table.key.length === 0) continue;
    let after: TextCursor;
    do {
      signal?.throwIfAborted();
      const from = after;
      const replaceSome = (apart?: string) =>
        database.transaction(async (tx) => {
          const upTo = await lastOfSomeRows(tx, table, organizationId, from);
          if (upTo) await replaceInRows(tx, table, organizationId, { after: from, upTo, apart }, replacements);
          return upTo;
        });
      // Two topics that somebody follows may be called after two people who are nobody any more.
      after = await replaceSome().catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        return replaceSome(newObjectId());
      });
    } while (after);
  }
}

/** Tells every process that somebody is no longer who they were. @returns the number of the event before it */
export async function doEmitErasure(tx: PlainTx, organizationId: string): Promise<number> {
  const { eventId } = await tx.position(organizationId);
  // A person's traces are everywhere, and change in several transactions.
  tx.emit({
    organizationId,
    part: 'platform',
    kind: ERASURE_EVENT,
    audience: [],
    payload: {},
    state: true,
    changes: null,
  });
  return eventId;
}

/** Takes events away that told of somebody, as far as every background reader has them behind it; the rest goes by its time. */
export function eraseEvents(
  services: Services,
  organizationId: string,
  upTo: number,
  signal?: AbortSignal,
): Promise<void> {
  return inBatches(services, signal, (tx) => deleteSomeEvents(tx, organizationId, upTo + 1, ERASED_AT_ONCE));
}
