import { Type } from 'typebox';
import { Millis, Nullable } from '../http/validate.ts';

/** What every action of a device carries, so that it may be sent again and late. */
export const actionFields = {
  actionId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  time: Type.Optional(Nullable(Millis)),
};
