import type { Static } from 'typebox';
import { type AuditedChange, changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { emitChange } from '../events/emit.ts';
import { duplicate, invalidValue, notFound } from '../http/errors.ts';
import type { CustomField } from './custom-field.ts';
import { type customFieldsDeletion, type customFieldsInput, type customFieldsUpdate, defineField } from './field.ts';
import { countFields, deleteFields, type FieldScope, insertFields, lockFields, updateFields } from './queries.ts';

/** Fields of one organization, over all models and integrations. */
const MAX_FIELDS = 1000;

function homeOf(organizationId: string, body: { model: string; integration?: string | null }): FieldScope {
  return { organizationId, model: body.model, integration: body.integration ?? '' };
}

/** @throws {DispatchError} 1000 for too many, 1004 for a key that is taken */
export async function doCreateFields(tx: Tx, body: Static<typeof customFieldsInput>): Promise<void> {
  const { organizationId } = tx;

  const written = await insertFields(
    tx,
    homeOf(organizationId, body),
    body.field.map((field) => defineField(field)),
  );
  const keys = body.field.map((field) => field.key);
  const taken = keys.find((key, index) => !written.has(key) || keys.indexOf(key) !== index);
  if (taken !== undefined) throw duplicate('key', taken);
  if ((await countFields(tx)) > MAX_FIELDS)
    throw invalidValue(`An organization can have at most ${MAX_FIELDS} custom fields.`);
  audit(tx, 'custom_field.created', homeOf(organizationId, body), keys);
  emitFields(tx);
}

/** @throws {DispatchError} 1402 for a key that does not exist */
export async function doUpdateFields(tx: Tx, body: Static<typeof customFieldsUpdate>): Promise<void> {
  const home = homeOf(tx.organizationId, body);
  const known = await accessFields(tx, home, body.field);
  const before = new Map(known);
  for (const change of body.field) known.set(change.key, defineField(change, known.get(change.key)));
  await updateFields(tx, home, [...known.values()]);
  audit(tx, 'custom_field.changed', home, [...known.keys()], (key) =>
    changesBetween<CustomField>(before.get(key), known.get(key), AUDITED),
  );
  emitFields(tx);
}

/** @throws {DispatchError} 1402 for a key that does not exist */
export async function doDeleteFields(tx: Tx, body: Static<typeof customFieldsDeletion>): Promise<void> {
  const home = homeOf(tx.organizationId, body);
  const keys = [...(await accessFields(tx, home, body.field)).keys()];
  await deleteFields(tx, home, keys);
  audit(tx, 'custom_field.deleted', home, keys);
  emitFields(tx);
}

const AUDITED = ['name', 'description', 'type', 'asArray', 'visibility', 'editability', 'contexts'] as const;

function audit(
  tx: Tx,
  action: `custom_field.${string}`,
  { organizationId, model }: FieldScope,
  keys: readonly string[],
  detailsOf: (key: string) => Record<string, AuditedChange> = () => ({}),
): void {
  for (const key of keys)
    tx.audit({
      organizationId,
      action,
      object: { kind: 'custom field', id: `${model} ${key}`, name: key },
      details: detailsOf(key),
    });
}

/** The next task is checked by the fields as they are now. */
function emitFields(tx: Tx): void {
  emitChange(tx, 'customFieldsChanged', { id: tx.organizationId }, { state: true });
}

async function accessFields(
  tx: Tx,
  home: FieldScope,
  named: readonly { key: string }[],
): Promise<Map<string, CustomField>> {
  const keys = named.map((field) => field.key);
  const known = await lockFields(tx, home, keys);
  const unknown = keys.find((key) => !known.has(key));
  if (unknown !== undefined) throw notFound(`There is no custom field '${unknown}'.`);
  return known;
}
