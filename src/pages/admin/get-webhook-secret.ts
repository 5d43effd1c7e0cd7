import { Type } from 'typebox';
import { accessWebhookSecretState } from '../../dispatch/webhooks/access.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const getWebhookSecret = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/webhook-secret',
  summary: 'Get the state of the webhook secret: being changed, not yet seen or known; never the secret itself',
  access: 'owner',
  answer: Type.Object({
    state: Type.Enum(['changing', 'unseen', 'known'], {
      description: '`changing`: there are two; `unseen`: nobody has seen it yet; `known`: somebody has.',
    }),
  }),
  async serve({ services, session }) {
    return {
      state: await accessWebhookSecretState(services.database.reader.of(session.organizationId)),
    };
  },
});
