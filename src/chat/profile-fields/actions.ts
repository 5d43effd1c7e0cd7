import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import { emitChatEvent } from '../events/emit.ts';
import { type ChatCaller, isAdministrator } from '../http/caller.ts';
import { badRequest, noRight } from '../http/errors.ts';
import { findField } from './access.ts';
import { FieldType, MAX_FIELDS, type ProfileField, presentFields } from './profile-field.ts';
import {
  deleteField,
  deleteValue,
  deleteValuesBut,
  insertField,
  loadFields,
  loadValues,
  saveOrder,
  saveValue,
  updateField,
} from './queries.ts';
import { checkProfileValue, renderValue } from './values.ts';

/** @returns its ID @throws {ChatError} `BAD_REQUEST` for a name that is taken, and for too many */
export async function doCreateField(
  tx: Tx,
  fields: readonly ProfileField[],
  field: Omit<ProfileField, 'id'>,
): Promise<number> {
  if (fields.length >= MAX_FIELDS) throw badRequest(`There cannot be more than ${MAX_FIELDS} custom profile fields.`);
  checkNameIsFree(fields, field.name);
  const id = await insertField(tx, field);
  audit(tx, 'profile_field.created', undefined, { ...field, id });
  await emitFields(tx);
  return id;
}

/** @throws {ChatError} `BAD_REQUEST` for a name that is taken */
export async function doUpdateField(
  tx: Tx,
  others: readonly ProfileField[],
  before: ProfileField,
  field: ProfileField,
): Promise<void> {
  checkNameIsFree(others, field.name);
  await updateField(tx, field);
  audit(tx, 'profile_field.changed', before, field);
  if (field.type === FieldType.choice) await deleteValuesBut(tx, field.id, Object.keys(field.fieldData));
  await emitFields(tx);
}

export async function doDeleteField(tx: Tx, field: ProfileField): Promise<void> {
  await deleteField(tx, field.id);
  audit(tx, 'profile_field.deleted', field, undefined);
  await emitFields(tx);
}

/** @param ids of all fields */
export async function doOrderFields(tx: Tx, ids: readonly number[]): Promise<void> {
  const { organizationId } = tx;

  await saveOrder(tx, ids);
  tx.audit({ organizationId, action: 'profile_field.reordered', details: { order: { to: ids } } });
  await emitFields(tx);
}

const AUDITED = ['name', 'hint', 'type', 'fieldData', 'inSummary', 'required', 'editableByUser'] as const;

function audit(
  tx: Tx,
  action: `profile_field.${string}`,
  before: ProfileField | undefined,
  after: ProfileField | undefined,
): void {
  const { organizationId } = tx;

  const { id, name } = (after ?? before)!;
  const details = changesBetween<ProfileField>(before, after, AUDITED);
  if (Object.keys(details).length === 0) return;
  tx.audit({ organizationId, action, object: { kind: 'profile field', id: String(id), name }, details });
}

function checkNameIsFree(others: readonly ProfileField[], name: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw badRequest('A field with that label already exists.');
}

async function emitFields(tx: Tx): Promise<void> {
  const fields = presentFields(await loadFields(tx));
  emitChatEvent(tx, tx.organizationId, ['organization'], { type: 'custom_profile_fields', fields }, { state: false });
}

/** A value for a field: anything, until it is checked. */
export interface GivenValue {
  id: number;
  value: unknown;
}

/**
 * Changes values of a person's profile; an empty one clears the field.
 * @param caller who changes it: administrators also fields that people do not change themselves
 * @throws {ChatError} `BAD_REQUEST` for a field that is not there or not theirs to change, and for a value that does not fit
 */
export async function doUpdateProfile(
  tx: Tx,
  services: Services,
  caller: ChatCaller,
  userId: number,
  given: readonly GivenValue[],
): Promise<void> {
  if (given.length === 0) return;
  await tx.position();
  const fields = await loadFields(tx);
  const before = new Map((await loadValues(tx, [userId])).map((each) => [each.fieldId, each.value]));
  for (const { id, value: givenValue } of given) {
    const field = findField(fields, id);
    if (!field.editableByUser && !isAdministrator(caller))
      throw noRight('You are not allowed to change this field. Contact an administrator to update it.');
    const value = await checkProfileValue(tx, caller, field, givenValue);
    if (value === before.get(id)) continue;
    if (value === undefined) {
      await deleteValue(tx, userId, id);
      emitValue(tx, userId, { id, value: null });
      continue;
    }
    const rendered = await renderValue(tx, services, userId, field, value);
    await saveValue(tx, { userId, fieldId: id, value, rendered });
    emitValue(tx, userId, { id, value, ...(rendered === null ? {} : { rendered_value: rendered }) });
  }
}

function emitValue(tx: Tx, userId: number, custom_profile_field: object): void {
  emitChatEvent(
    tx,
    tx.organizationId,
    ['organization'],
    { type: 'realm_user', op: 'update', person: { user_id: userId, custom_profile_field } },
    { state: false },
  );
}
