import { type Static, Type } from 'typebox';

/** A task that was not created, and why. */
export const Failure = Type.Object({
  error: Type.Object({
    statusCode: Type.Integer(),
    error: Type.Integer(),
    message: Type.String(),
    cause: Type.String(),
  }),
  task: Type.Unknown(),
});
export type Failure = Static<typeof Failure>;
