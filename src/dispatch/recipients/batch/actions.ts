import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { ActionContext } from '../../http/caller.ts';
import type { PhoneContext } from '../actions.ts';
import { emitRecipient } from '../events.ts';
import { foldBatch, readItems } from './fold-batch.ts';
import type { RecipientBatch, RecipientResult } from './input.ts';
import { findByPhones, insertRecipients, lockByPhones, updateRecipients } from './queries.ts';

/** Says what {@link doWriteRecipients} would do; nothing is written. */
export async function checkRecipientBatch(
  reader: Reader,
  { country }: PhoneContext,
  body: RecipientBatch,
): Promise<RecipientResult[]> {
  const items = readItems(body, country);
  const known = await findByPhones(reader, phonesOf(items));
  const { results, folded } = foldBatch(items, byPhone(known), body.onlyNew ?? false);
  const unmade = new Set<string | null>(folded.flatMap(({ id, isNew }) => (isNew ? [id] : [])));
  return results.map((result) => (unmade.has(result.id) ? { ...result, id: null } : result));
}

/**
 * Creates the recipients of a batch whose numbers are new, and brings the others up to date, all with the same number of
 * statements.
 */
export async function doWriteRecipients(
  tx: Tx,
  { country }: PhoneContext,
  body: RecipientBatch,
  by: ActionContext,
): Promise<RecipientResult[]> {
  const items = readItems(body, country);
  const known = await lockByPhones(tx, phonesOf(items));
  const { results, folded } = foldBatch(items, byPhone(known), body.onlyNew ?? false);
  const fresh = folded.filter(({ isNew }) => isNew);
  const created = fresh.length === 0 ? [] : await insertRecipients(tx, fresh);
  // Somebody else has taken one of the numbers in the meantime: the database runs the transaction again.
  if (created.length < fresh.length) throw Object.assign(new Error('a number was taken'), { code: '40001' });
  const changed = folded.filter(({ isChanged }) => isChanged);
  const updated = changed.length === 0 ? [] : await updateRecipients(tx, changed);
  for (const row of created) emitRecipient(tx, 'recipientCreated', row, by);
  for (const row of updated) emitRecipient(tx, 'recipientUpdated', row, by);
  return results;
}

const phonesOf = (items: ReturnType<typeof readItems>): string[] =>
  items.flatMap((item) => ('phone' in item ? [item.phone] : []));

const byPhone = <T extends { phone: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.phone, row]));
