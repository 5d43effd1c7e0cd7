import { Type } from 'typebox';
import { providersFor } from '../../platform/openid/provider.ts';
import { takesOnlyProviders } from '../openid/buttons.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const getSignInRules = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/sign-in-rules',
  summary: 'How people of the organization sign in: by password or not, and by which providers of the server',
  access: 'owner',
  answer: Type.Object({
    passwords: Type.Boolean(),
    /** Set by the operator (`OPENID_PROVIDERS`). */
    providers: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        issuer: Type.String(),
        /** Whether the second factor is asked for after it as well. */
        secondFactor: Type.Boolean(),
      }),
    ),
  }),
  async serve({ services, session: { organizationId } }) {
    const providers = providersFor(services.config.openIdProviders, organizationId);
    return {
      passwords: !(await takesOnlyProviders(services, organizationId)),
      providers: providers.map(({ name, label, issuer, secondFactor }) => ({ name, label, issuer, secondFactor })),
    };
  },
});
