import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { DispatchError, notFound } from '../http/errors.ts';
import {
  findRecipient,
  findRecipientByName,
  findRecipientByPhone,
  findRecipients,
  isForeignRecipient,
  lockRecipient,
  type RecipientRow,
} from './queries.ts';

export { nameKey } from './queries.ts';
export type { RecipientRow };

/**
 * The organization's recipient.
 * @throws {DispatchError} 1300 when it is another organization's (spec: dispatch 1), 1402 when there is none
 */
export async function accessRecipient(reader: Reader, id: string): Promise<RecipientRow> {
  return (await findRecipient(reader, id)) ?? refuse(reader, id);
}

/** As {@link accessRecipient}, and nobody else changes it until the commit. */
export async function accessRecipientForUpdate(tx: Tx, id: string): Promise<RecipientRow> {
  return (await lockRecipient(tx, id)) ?? refuse(tx, id);
}

/** Returns the organization's recipients among the given IDs, by ID, for presenting objects that refer to them. */
export async function recipientsById(reader: Reader, ids: readonly string[]): Promise<Map<string, RecipientRow>> {
  if (ids.length === 0) return new Map();
  return new Map((await findRecipients(reader, ids)).map((row) => [row.id, row]));
}

/** Whoever has this number in E.164 form, if anybody. */
export function recipientByPhone(reader: Reader, phone: string): Promise<RecipientRow | undefined> {
  return findRecipientByPhone(reader, phone);
}

/** @throws {DispatchError} 1402 when nobody has this name */
export async function accessRecipientByName(reader: Reader, name: string): Promise<RecipientRow> {
  const recipient = await findRecipientByName(reader, name);
  if (!recipient) throw notFound('No recipient has this name.');
  return recipient;
}

/** @throws {DispatchError} 1402 when nobody has this number */
export async function accessRecipientByPhone(reader: Reader, phone: string): Promise<RecipientRow> {
  const recipient = await findRecipientByPhone(reader, phone);
  if (!recipient) throw notFound('No recipient has this phone number.');
  return recipient;
}

async function refuse(reader: Reader, id: string): Promise<never> {
  if (await isForeignRecipient(reader, id))
    throw new DispatchError(1300, 'This recipient is outside your permission scope.');
  throw notFound('There is no such recipient.');
}
