import { type TObject, type TSchema, Type } from 'typebox';
import { discriminated } from '../../platform/http/discriminated.ts';
import { eventSchemaName } from '../../platform/http/event-schema-name.ts';

/** An event as clients get it: when it comes, and its members beside `id`, `type` and `op`. */
export interface DeclaredEvent {
  sentence: string;
  members: Record<string, TSchema>;
}

/** A kind of event: one form, or one for each `op`. */
export type DeclaredKind = DeclaredEvent | { sentence: string; byOp: Record<string, DeclaredEvent> };

const EventId = Type.Integer({ minimum: 0, description: 'Number of the event. It grows within the queue.' });

/**
 * Makes the schemas of kinds of events, by the names that they have in the documents: `MessageEvent` for `message`,
 * `StreamEvent` and `StreamCreateEvent` for the kind `stream` and its `op` `create`.
 * @returns also the whole event: one of the kinds, by `type`
 */
export function schemasOfKinds(kinds: Readonly<Record<string, DeclaredKind>>): {
  event: TSchema;
  schemas: Record<string, TSchema>;
} {
  const schemas: Record<string, TSchema> = {};
  const members: TSchema[] = [];
  for (const [type, kind] of Object.entries(kinds)) {
    let schema: TSchema;
    if ('byOp' in kind) {
      const forms = Object.entries(kind.byOp).map(([op, declared]) => {
        const form = eventSchema({ type, op }, declared);
        schemas[eventSchemaName(type, op)] = form;
        return form;
      });
      schema = discriminated('op', forms, { description: kind.sentence });
    } else schema = eventSchema({ type }, kind);
    schemas[eventSchemaName(type)] = schema;
    members.push(schema);
  }
  return { event: discriminated('type', members, { description: 'Event of a queue. `type` says which.' }), schemas };
}

function eventSchema({ type, op }: { type: string; op?: string }, { sentence, members }: DeclaredEvent): TObject {
  return Type.Object(
    {
      id: EventId,
      type: Type.Literal(type, { description: 'Kind of the event.' }),
      ...(op === undefined ? {} : { op: Type.Literal(op, { description: 'What was done.' }) }),
      ...members,
    },
    { additionalProperties: false, description: sentence },
  );
}
