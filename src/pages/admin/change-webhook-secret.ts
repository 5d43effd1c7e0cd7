import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { doBeginRotation, doCancelRotation, doConfirmRotation } from '../../dispatch/webhooks/rotate-secret.ts';
import { SessionError } from '../session/session-errors.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const changeWebhookSecret = sessionOperation({
  method: 'POST',
  base: '/api/admin',
  path: '/webhook-secret/change',
  summary: 'Change the webhook secret: begin (both sign from now on), then confirm or cancel',
  access: 'owner',
  body: Type.Object({
    step: Type.Enum(['begin', 'confirm', 'cancel'], {
      description: '`begin` creates a second secret, `confirm` makes it the only one, `cancel` discards it.',
    }),
  }),
  answer: Type.Object({
    next: Nullable(Type.String(), { description: 'The second secret, at the beginning; null otherwise.' }),
  }),
  errors: ['not_possible'],
  async serve({ services, origin, session: { organizationId, personId } }, { step }) {
    const { database, secrets } = services;
    return database.transaction(
      async (tx) => {
        tx.logAtCommit({ event: 'webhook_secret_changed', organization: organizationId, by: personId, step });
        if (step === 'begin') {
          const next = await doBeginRotation(tx, secrets);
          if (next === undefined)
            throw new SessionError('not_possible', 'A change of the secret is already in progress.');
          return { next };
        }
        const doEnd = step === 'confirm' ? doConfirmRotation : doCancelRotation;
        if (!(await doEnd(tx)))
          throw new SessionError('not_possible', 'No change of the secret is in progress. Somebody may have ended it.');
        return { next: null };
      },
      { organizationId, origin },
    );
  },
});
