import { Type } from 'typebox';
import { passwordProblem } from '../../platform/credentials/password-rule.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { administrators, Role } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { doAnnounceSignup } from '../notification-bot/announce-signup.ts';
import { checkEmailDomain } from '../realm-domains/access.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import { isEmailTaken } from '../users/access.ts';
import { checkFullName, checkNewEmail } from '../users/names.ts';
import { doCreateUser } from './actions.ts';
import { checkNameIsFree } from './unique-name.ts';

export const createUser = chatOperation({
  method: 'POST',
  path: '/users',
  summary: 'Create an account',
  access: administrators,
  params: {
    email: text(Type.String({ description: 'E-mail address with which the person signs in.' })),
    password: text(Type.String({ minLength: 1, description: 'First password of the person.' })),
    full_name: text(Type.String({ description: 'Name that everybody sees, at most 100 characters.' })),
  },
  answer: { user_id: Type.Integer({ description: 'ID of the new account.' }) },
  async write({ tx, caller, services }, given) {
    const { organizationId } = caller;
    const email = checkNewEmail(services, given.email);
    const fullName = checkFullName(given.full_name);
    const organization = await findOrganization(tx, organizationId);
    const problem = passwordProblem(given.password, [organization!.name, email, fullName]);
    if (problem) throw badRequest(`The password ${problem}.`);
    const passwordHash = await hashPassword(services, { organizationId, person: caller.userId }, given.password);
    await tx.position();
    const realm = await realmOf(uncachedFacts(tx));
    await checkNameIsFree(tx, realm, fullName);
    await checkEmailDomain(tx, realm, email);
    if (await isEmailTaken(tx, email)) throw badRequest(`Email '${email}' already in use`);
    const userId = await doCreateUser(tx, {
      organizationId,
      email,
      fullName,
      role: Role.member,
      passwordHash,
      botType: null,
      botOwnerId: null,
      host: realmHost(services),
    });
    await doAnnounceSignup(tx, services, { id: userId, fullName, role: Role.member });
    return { user_id: userId };
  },
});
