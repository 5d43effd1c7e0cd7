import { Type } from 'typebox';
import type { PlainTx } from '../../platform/db/tx.ts';
import { providersFor } from '../../platform/openid/provider.ts';
import { allowsPasswordsNow, lockPerson } from '../../platform/people/access.ts';
import { doAllowPasswords } from '../../platform/people/actions.ts';
import { doDemandSecondFactor, factorDemandOf } from '../../platform/people/demanded-factor.ts';
import { FACTOR_DEMANDS } from '../../platform/people/factor-demand.ts';
import { isLinkedWithAny } from '../../platform/people/openid-links.ts';
import { SessionError } from '../session/session-errors.ts';
import { type SessionRequest, sessionOperation } from '../session/session-operation.ts';

/**
 * Whoever ends passwords must get in without one, and whoever demands a second factor must have one: an organization whose owner is
 * locked out is opened by its operator alone.
 */
export const changeSignInRules = sessionOperation({
  method: 'PUT',
  base: '/api/admin',
  path: '/sign-in-rules',
  summary:
    'Change the sign-in rules: turn off passwords once a provider is linked to you, or require a second factor once you have one',
  access: 'owner',
  /** Absent members stay unchanged. */
  body: Type.Object({
    passwords: Type.Optional(
      Type.Boolean({ description: 'True: people may sign in with a password; false: only by a provider.' }),
    ),
    secondFactorOf: Type.Optional(
      Type.Enum([...FACTOR_DEMANDS], {
        description: 'Who needs a second factor; `staff`: everybody in chat or with dispatch access.',
      }),
    ),
  }),
  answer: Type.Object({
    passwords: Type.Boolean({ description: 'True if people may sign in with a password.' }),
    secondFactorOf: Type.Enum([...FACTOR_DEMANDS], { description: 'Who needs a second factor.' }),
  }),
  errors: ['not_possible'],
  async serve(request, { passwords, secondFactorOf }) {
    const { services, origin, session } = request;
    const { organizationId } = session;
    return services.database.transaction(
      async (tx) => {
        // Before the caller's row: all who take both take them so.
        await tx.position(organizationId);
        if (passwords === false) await checkLinked(tx, request);
        if (secondFactorOf !== undefined && secondFactorOf !== 'nobody') await checkHasFactor(tx, request);
        if (passwords !== undefined) await doAllowPasswords(tx, organizationId, passwords);
        if (secondFactorOf !== undefined) await doDemandSecondFactor(tx, organizationId, secondFactorOf);
        return {
          passwords: await allowsPasswordsNow(tx, organizationId),
          secondFactorOf: await factorDemandOf(tx, organizationId),
        };
      },
      { origin },
    );
  },
});

async function checkLinked(
  tx: PlainTx,
  { services, session: { organizationId, personId } }: Pick<SessionRequest, 'services' | 'session'>,
): Promise<void> {
  const issuers = providersFor(services.config.openIdProviders, organizationId).map(({ issuer }) => issuer);
  if (issuers.length === 0)
    throw new SessionError('not_possible', 'The server has no sign-in provider that people could use instead.');
  if (!(await isLinkedWithAny(tx, { organizationId, id: personId }, issuers)))
    throw new SessionError(
      'not_possible',
      'Sign in through a provider once yourself first. Otherwise you would be locked out without passwords.',
    );
}

async function checkHasFactor(
  tx: PlainTx,
  { session: { organizationId, personId } }: Pick<SessionRequest, 'session'>,
): Promise<void> {
  if (!(await lockPerson(tx, organizationId, personId))?.secondFactorAt)
    throw new SessionError(
      'not_possible',
      'Set up a second factor for your own account first. Otherwise you would be locked out.',
    );
}
