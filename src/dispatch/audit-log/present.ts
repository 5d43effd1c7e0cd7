import { type Static, Type } from 'typebox';
import type { AuditRow } from '../../platform/audit/access.ts';
import { described } from '../../platform/http/described.ts';
import { Millis, Nullable } from '../http/validate.ts';

/** By what a list is narrowed. */
export const auditFilter = {
  actor: Type.String({ maxLength: 100, description: 'ID of who did it.' }),
  action: Type.String({
    maxLength: 100,
    pattern: '^[a-z_]+(\\.[a-z_]+)?$',
    description: 'A word such as `webhook.created`, or all of a group: `webhook`.',
  }),
  object: Type.String({ maxLength: 100, description: 'ID of what was changed.' }),
  from: described(Millis, 'Entries from this time on, in milliseconds since 1970.'),
  to: described(Millis, 'Entries before this time, in milliseconds since 1970.'),
};

const Text = Nullable(Type.String());

/** An entry as the API shows it. */
export const AuditEntryObject = Type.Object({
  id: Type.String({ description: 'ID of the entry.' }),
  time: described(Millis, 'When it happened, in milliseconds since 1970.'),
  actor: Type.Object(
    {
      kind: Type.String({ description: 'Kind of who did it.' }),
      id: described(Text, 'ID of who did it; null if there is none.'),
      name: described(Text, 'Their name then; null if there is none.'),
    },
    { description: 'Who did it.' },
  ),
  action: Type.String({ description: 'What was done, such as `webhook.created`.' }),
  object: Nullable(
    Type.Object({
      kind: Type.String({ description: 'Kind of what was changed.' }),
      id: described(Text, 'ID of what was changed; null if there is none.'),
      name: described(Text, 'Its name then; null if there is none.'),
    }),
    { description: 'What was changed; null if the action has no object.' },
  ),
  details: Type.Record(
    Type.String(),
    Type.Object({
      from: Type.Optional(Type.Unknown({ description: 'Value before; absent if there was none.' })),
      to: Type.Optional(Type.Unknown({ description: 'Value afterwards; absent if there is none.' })),
    }),
    { description: 'Changed values, by name.' },
  ),
  address: described(Text, 'IP address of the request; null if it is not known.'),
  client: described(Text, 'Program that sent the request; null if it is not known.'),
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
