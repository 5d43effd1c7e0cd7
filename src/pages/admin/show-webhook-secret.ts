import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { doRevealWebhookSecrets } from '../../dispatch/webhooks/actions.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const showWebhookSecret = sessionOperation({
  method: 'POST',
  base: '/api/admin',
  path: '/webhook-secret/show',
  summary: 'Show the webhook secret; the log records who asked and why',
  access: 'owner',
  body: Type.Object({
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Why you need it, for the audit log.',
    }),
  }),
  answer: Type.Object({
    secret: Type.String({ description: 'The secret that requests are signed with.' }),
    next: Nullable(Type.String(), { description: 'The second secret while it is being changed; null otherwise.' }),
  }),
  async serve({ services, origin, session: { organizationId, personId } }, { reason }) {
    const { database, secrets } = services;
    return database.transaction(
      async (tx) => {
        const { secret, next = null } = await doRevealWebhookSecrets(tx, secrets);
        const given = { organization: organizationId, by: personId, reason: reason.trim() };
        const details = { reason: { to: given.reason } };
        tx.audit(
          { organizationId, action: 'webhook_secret.shown', details },
          { event: 'webhook_secret_shown', ...given },
        );
        return { secret, next };
      },
      { organizationId, origin },
    );
  },
});
