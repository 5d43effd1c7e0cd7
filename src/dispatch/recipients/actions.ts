import type { Tx } from '../../platform/db/tx.ts';
import { onUniqueViolation } from '../../platform/db/unique.ts';
import { newObjectId } from '../../platform/ids.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import type { ActionContext } from '../http/caller.ts';
import { DispatchError, duplicate } from '../http/errors.ts';
import { isChange } from '../organization/changes.ts';
import { changedRecipientValues, newRecipientValues } from './changed-values.ts';
import { emitRecipient } from './events.ts';
import { type RecipientInput, type RecipientUpdate, recipientPhone } from './input.ts';
import {
  findRecipientByPhone,
  insertRecipient,
  lockRecipient,
  lockRecipientsByPhone,
  type RecipientRow,
  updateRecipient,
} from './queries.ts';

/** Organization data that the phone rules need. */
export type PhoneContext = Pick<Organization, 'id' | 'country'>;

/**
 * Creates a recipient.
 * @throws {DispatchError} 1000 for a phone that is not valid, 1004 for one that is taken
 */
export async function doCreateRecipient(
  tx: Tx,
  organization: PhoneContext,
  body: RecipientInput,
  by: ActionContext,
): Promise<RecipientRow> {
  const phone = recipientPhone(body.phone, organization.country, body.skipPhoneNumberValidation);
  const created = await insertRecipient(tx, newObjectId(), newRecipientValues(body, phone));
  if (!created) throw duplicate('phone', phone);
  emitRecipient(tx, 'recipientCreated', created, by);
  return created;
}

/** Locks those of these recipients who are known, for who will bring them up to date one after the other. */
export async function lockKnownRecipients(
  tx: Tx,
  organization: PhoneContext,
  bodies: readonly RecipientInput[],
): Promise<void> {
  const phones = bodies.flatMap((body) => {
    try {
      return [recipientPhone(body.phone, organization.country, body.skipPhoneNumberValidation)];
    } catch (error) {
      if (error instanceof DispatchError) return [];
      throw error;
    }
  });
  if (phones.length > 0) await lockRecipientsByPhone(tx, phones);
}

/**
 * The recipient of a task that is given as an object: the one who has this phone, brought up to date with what is
 * given, or a new one.
 * @throws {DispatchError} 1000 for a phone that is not valid
 */
export async function doEnsureRecipient(
  tx: Tx,
  organization: PhoneContext,
  body: RecipientInput,
  by: ActionContext,
): Promise<RecipientRow> {
  const phone = recipientPhone(body.phone, organization.country, body.skipPhoneNumberValidation);
  const created = await insertRecipient(tx, newObjectId(), newRecipientValues(body, phone));
  if (created) {
    emitRecipient(tx, 'recipientCreated', created, by);
    return created;
  }
  const found = (await findRecipientByPhone(tx, phone))!;
  const known = (await lockRecipient(tx, found.id))!;
  return change(tx, known, { ...body, phone: undefined }, known.phone, by);
}

/** The recipient of another organization's task: whoever has the phone here stays as they are, or is made like the other. */
export async function doCopyRecipient(tx: Tx, recipient: RecipientRow): Promise<RecipientRow> {
  const created = await insertRecipient(tx, newObjectId(), { ...recipient, metadata: [] });
  if (created) emitRecipient(tx, 'recipientCreated', created);
  return created ?? (await findRecipientByPhone(tx, recipient.phone))!;
}

/**
 * Changes what is given of a recipient.
 * @throws {DispatchError} 1000 for a phone that is not valid, 1004 for one that is taken
 */
export async function doUpdateRecipient(
  tx: Tx,
  organization: PhoneContext,
  recipient: RecipientRow,
  body: RecipientUpdate,
  by: ActionContext,
): Promise<RecipientRow> {
  if (body.phone === undefined) return change(tx, recipient, body, recipient.phone, by);
  const phone = recipientPhone(body.phone, organization.country, body.skipPhoneNumberValidation);
  return onUniqueViolation('recipients_phone', change(tx, recipient, body, phone, by), () => duplicate('phone', phone));
}

/** Name that replaces the name of an erased recipient. */
export const FORGOTTEN_RECIPIENT = 'Deleted recipient';

/** Has a recipient be nobody any more, who gets no SMS: what was delivered to them stays. */
export async function doForgetRecipient(tx: Tx, { id }: RecipientRow): Promise<void> {
  const values = {
    name: FORGOTTEN_RECIPIENT,
    // No number, and nobody else's: a phone is one recipient's.
    phone: `deleted ${id}`,
    notes: '',
    skipSMSNotifications: true,
    language: null,
    metadata: [],
  };
  emitRecipient(tx, 'recipientUpdated', await updateRecipient(tx, id, values));
}

async function change(
  tx: Tx,
  row: RecipientRow,
  body: RecipientUpdate,
  phone: string,
  by: ActionContext,
): Promise<RecipientRow> {
  const values = changedRecipientValues(row, body, phone);
  if (!isChange(row, values)) return row;
  const changed = await updateRecipient(tx, row.id, values);
  emitRecipient(tx, 'recipientUpdated', changed, by);
  return changed;
}
