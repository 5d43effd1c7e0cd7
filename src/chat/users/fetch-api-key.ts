import { Type } from 'typebox';
import { createCredential, keepLatestCredentials } from '../../platform/credentials/credentials.ts';
import { organizationAt } from '../../platform/organizations/hosts.ts';
import { lockedPasswordRefusal, type PasswordRefusal } from '../../platform/people/access.ts';
import { findByPassword } from '../../platform/people/passwords.ts';
import { logSecurityEvent } from '../../platform/security-log.ts';
import { anyone } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { loadAccounts, loadUsersByIds } from './queries.ts';

/** A key is shown once and kept as a digest, so each sign-in gets one of its own; the oldest beyond these end. */
const MAX_KEYS = 50;
const LABEL = 'sign-in';

/** Instructions for people whose password alone is not sufficient. */
const REFUSALS: Record<Exclude<PasswordRefusal, 'changed'>, string> = {
  'second factor':
    'Your account requires a second factor. Sign in on the web and create a key for this client under "Your devices".',
  'no second factor':
    'Your organization requires a second factor. Sign in on the web to set it up and create a key for this client under "Your devices".',
  'other sign-in': 'Your organization does not allow sign-in by password. Sign in on the web.',
};

export const fetchApiKey = chatOperation({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Sign in with address and password, and get a new API key',
  access: anyone,
  params: {
    username: text(Type.String({ maxLength: 254, description: 'E-mail address of the account.' })),
    password: text(Type.String({ maxLength: 1000, description: 'Password of the account.' })),
  },
  answer: {
    api_key: Type.String({ description: 'Secret with which the client signs in. It is shown only once.' }),
    email: Type.String({ description: 'E-mail address of the account.' }),
    user_id: Type.Integer({ description: 'ID of the account.' }),
  },
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'PASSWORD_AUTH_DISABLED'],
  async serve({ services, address, host, origin, idempotent }, { username, password }) {
    const { log, guesses, answers } = services;
    const organizationId = await organizationAt(services, host);
    const name = username.trim();
    const wasRight = await guesses.begin({ api: 'chat', account: name.toLowerCase(), address });
    const accounts = await loadAccounts(services.database.reader, name, organizationId ?? null);
    const owner = { organizationId: undefined, person: address };
    const [account] = await findByPassword(services, owner, accounts, ({ passwordHash }) => passwordHash, password);
    const wrongPassword = () => {
      const named = accounts.map(({ organizationId, id }) => `${organizationId}/${id}`);
      const reason = 'wrong password';
      logSecurityEvent(log, { event: 'sign_in_refused', api: 'chat', reason, address, accounts: named });
      return new ChatError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
    };
    if (!account) throw wrongPassword();
    await wasRight();

    return services.database.transaction(
      async (tx) => {
        const { organizationId, id } = account;
        // Sign-ins of one person, and their deactivation, wait for each other at the first; each of the others begins after it.
        const [, refusal, [user]] = await Promise.all([
          tx.position(organizationId),
          lockedPasswordRefusal(tx, account),
          loadUsersByIds(tx.of(organizationId), [id]),
        ]);
        if (refusal === 'changed') throw wrongPassword();
        if (refusal) throw new ChatError('PASSWORD_AUTH_DISABLED', REFUSALS[refusal]);
        if (!user?.isActive) {
          const accounts = [`${organizationId}/${id}`];
          logSecurityEvent(log, { event: 'sign_in_refused', api: 'chat', reason: 'deactivated', address, accounts });
          throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
        }
        // Under the person, once the password has shown who asks.
        const request = idempotent && { ...idempotent, organizationId, caller: `sign-in of ${id}` };
        const earlier = request && (await answers.claim(tx, request));
        if (earlier) return JSON.parse(earlier.body) as { api_key: string; email: string; user_id: number };
        const subject = String(id);
        const owner = { organizationId, kind: 'chat', subject, label: LABEL } as const;
        const [{ key }] = await Promise.all([
          createCredential(tx, { ...owner, bySignIn: true }),
          keepLatestCredentials(tx, owner, MAX_KEYS),
        ]);
        const person = { id: subject, name: user.fullName };
        tx.audit(
          {
            organizationId,
            action: 'person.signed_in',
            actor: { kind: 'person', ...person },
            object: { kind: 'person', ...person },
            details: { with: { to: 'password' } },
          },
          { event: 'sign_in', api: 'chat', organization: organizationId, subject, address },
        );
        const answer = { api_key: key, email: account.email, user_id: id };
        if (request) await answers.store(tx, request, { status: 200, body: JSON.stringify(answer) });
        return answer;
      },
      { origin },
    );
  },
});
