import { type Static, Type } from 'typebox';
import type { AuditRow } from '../../platform/audit/access.ts';
import { Millis, Nullable } from '../http/validate.ts';

/** By what a list is narrowed. */
export const auditFilter = {
  actor: Type.String({ maxLength: 100, description: 'ID of who did it' }),
  action: Type.String({
    maxLength: 100,
    pattern: '^[a-z_]+(\\.[a-z_]+)?$',
    description: 'a word, such as webhook.created, or all of a group: webhook',
  }),
  object: Type.String({ maxLength: 100, description: 'ID of what it was done to' }),
  from: Millis,
  to: Millis,
};

const Text = Nullable(Type.String());

/** An entry as the API shows it. */
export const AuditEntryObject = Type.Object({
  id: Type.String(),
  time: Millis,
  actor: Type.Object({ kind: Type.String(), id: Text, name: Text }),
  action: Type.String(),
  object: Nullable(Type.Object({ kind: Type.String(), id: Text, name: Text })),
  details: Type.Record(
    Type.String(),
    Type.Object({ from: Type.Optional(Type.Unknown()), to: Type.Optional(Type.Unknown()) }),
  ),
  address: Text,
  client: Text,
});

export function presentEntry(row: AuditRow): Static<typeof AuditEntryObject> {
  const { id, at, actorKind, actorId, actorName, action, objectKind, objectId, objectName } = row;
  return {
    id,
    time: at.getTime(),
    actor: { kind: actorKind, id: actorId, name: actorName },
    action,
    object: objectKind === null ? null : { kind: objectKind, id: objectId, name: objectName },
    details: row.details,
    address: row.address,
    client: row.client,
  };
}
