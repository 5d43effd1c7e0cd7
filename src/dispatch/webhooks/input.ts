import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';

/** The body of a webhook's registration (spec: dispatch 4). */
export const webhookInput = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Address that events are sent to: HTTPS with a valid certificate. It must answer the check first.',
  }),
  // Listed as required, but the specification's own sample leaves it out.
  name: Type.Optional(
    Nullable(Type.String({ maxLength: 500 }), { description: 'Name for people, at most 500 characters.' }),
  ),
  trigger: Type.Integer({ description: 'Number of the event that is sent to it.' }),
  threshold: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 1e9 }), {
      description:
        'Seconds for triggers 1 and 12 (300 if absent), metres for trigger 2 (100 if absent). Refused for ' +
        'other triggers.',
    }),
  ),
});

/** The body of a change: what is given becomes another. */
export const webhookUpdate = Type.Partial(
  Type.Object({ ...webhookInput.properties, isEnabled: Type.Boolean({ description: 'True turns it on, false off.' }) }),
);
export type WebhookUpdate = Static<typeof webhookUpdate>;
