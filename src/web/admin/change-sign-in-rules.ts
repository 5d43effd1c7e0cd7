import { Type } from 'typebox';
import { providersFor } from '../../platform/openid/provider.ts';
import { doAllowPasswords } from '../../platform/people/actions.ts';
import { isLinkedWithAny } from '../../platform/people/openid-links.ts';
import { SessionError } from '../session/session-errors.ts';
import { sessionOperation } from '../session/session-operation.ts';

/** Whoever ends passwords must get in without one: an organization whose owner is locked out is opened by its operator alone. */
export const changeSignInRules = sessionOperation({
  method: 'PUT',
  base: '/api/admin',
  path: '/sign-in-rules',
  summary: 'Let people sign in by password, or by the providers alone: then the caller must be known to one of them',
  access: 'owner',
  body: Type.Object({ passwords: Type.Boolean() }),
  answer: Type.Object({ passwords: Type.Boolean() }),
  errors: ['not_possible'],
  async serve({ services, origin, session: { organizationId, personId } }, { passwords }) {
    const { config, database } = services;
    const issuers = providersFor(config.openIdProviders, organizationId).map(({ issuer }) => issuer);
    return database.transaction(
      async (tx) => {
        if (!passwords && issuers.length === 0)
          throw new SessionError('not_possible', 'The server has no provider by which people could sign in instead.');
        if (!passwords && !(await isLinkedWithAny(tx, { organizationId, id: personId }, issuers)))
          throw new SessionError(
            'not_possible',
            'Sign in by a provider once yourself, so that you are not locked out. Then passwords can be ended.',
          );
        await doAllowPasswords(tx, organizationId, passwords);
        return { passwords };
      },
      { origin },
    );
  },
});
