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
    passwords: Type.Boolean(),
    /** People who need a second factor; `staff`: everybody with a chat account or dispatch access. */
    secondFactorOf: Type.Enum([...FACTOR_DEMANDS]),
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
      secondFactorOf: await factorDemandOf(services.database.reader, organizationId),
      providers: providers.map(({ name, label, issuer, secondFactor }) => ({ name, label, issuer, secondFactor })),
    };
  },
});
