import { type Static, Type } from 'typebox';
import { ItemError } from '../../http/item-error.ts';
import { Nullable } from '../../http/validate.ts';

/** As many as a batch of tasks may have (spec: dispatch 8). */
const MAX_BATCH_RECIPIENTS = 500;
/** Maximum size of the body: notes of 10,000 characters alone take 30 MB if each is written as `\uXXXX`. */
export const MAX_RECIPIENTS_MIB = 32;

/** Body of a batch and of its check. An item that is wrong spoils only itself, so each is checked by itself. */
export const recipientBatch = Type.Object({
  recipients: Type.Array(Type.Unknown(), {
    maxItems: MAX_BATCH_RECIPIENTS,
    description: `Recipients, each as for the creation of one. At most ${MAX_BATCH_RECIPIENTS}.`,
  }),
  onlyNew: Type.Optional(
    Type.Boolean({
      description: 'True: recipients whose phone number is known stay as they are. False if absent: they are updated.',
    }),
  ),
});
export type RecipientBatch = Static<typeof recipientBatch>;

/** Result for one recipient of a batch. */
const RecipientResult = Type.Object({
  error: Nullable(ItemError, { description: 'Why this recipient is refused; null if it is not.' }),
  outcome: Nullable(Type.Enum(['created', 'changed', 'unchanged']), {
    description: 'Whether the recipient is new, or one with this phone number is changed or stays as it is.',
  }),
  changes: Type.Array(Type.String(), {
    description: 'Fields of the known recipient that change; empty if none does.',
  }),
  phone: Nullable(Type.String(), { description: 'Phone number in E.164 form; null if it is not valid.' }),
  id: Nullable(Type.String(), { description: 'ID of the recipient; null if it is refused or not created yet.' }),
});
export type RecipientResult = Static<typeof RecipientResult>;

/** Answer to a batch and to its check. */
export const RecipientResults = Type.Object({
  results: Type.Array(RecipientResult, { description: 'In the order of the recipients.' }),
});
