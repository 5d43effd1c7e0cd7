import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';

/** The body of a webhook's registration (spec: dispatch 4). */
export const webhookInput = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  // Listed as required, but the specification's own sample leaves it out.
  name: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  trigger: Type.Integer(),
  threshold: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1e9 }))),
});

/** The body of a change: what is given becomes another. */
export const webhookUpdate = Type.Partial(Type.Object({ ...webhookInput.properties, isEnabled: Type.Boolean() }));
export type WebhookUpdate = Static<typeof webhookUpdate>;
