import { Type } from 'typebox';
import { providersFor } from '../../platform/openid/provider.ts';
import { factorDemandOf } from '../../platform/people/demanded-factor.ts';
import { FACTOR_DEMANDS } from '../../platform/people/factor-demand.ts';
import { takesOnlyProviders } from '../openid/buttons.ts';
import { sessionOperation } from '../session/session-operation.ts';

export const getSignInRules = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/sign-in-rules',
  summary: 'Get the sign-in rules: passwords, the providers of the server, and who needs a second factor',
  access: 'owner',
  answer: Type.Object({
    passwords: Type.Boolean({ description: 'True if people may sign in with a password.' }),
    secondFactorOf: Type.Enum([...FACTOR_DEMANDS], {
      description: 'Who needs a second factor; `staff`: everybody in chat or with dispatch access.',
    }),
    providers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the provider for programs.' }),
        label: Type.String({ description: 'Name that the sign-in page shows.' }),
        issuer: Type.String({ description: 'Address of the provider.' }),
        secondFactor: Type.Boolean({ description: 'True if the second factor is needed after it as well.' }),
      }),
      { description: 'Sign-in providers that the operator has set up.' },
    ),
  }),
  async serve({ services, session: { organizationId } }) {
    const providers = providersFor(services.config.openIdProviders, organizationId);
    return {
      passwords: !(await takesOnlyProviders(services, organizationId)),
      secondFactorOf: await factorDemandOf(services.database.reader, organizationId),
      providers: providers.map(({ name, label, issuer, secondFactor }) => ({ name, label, issuer, secondFactor })),
    };
  },
});
