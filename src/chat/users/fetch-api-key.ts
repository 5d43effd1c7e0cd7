import { Type } from 'typebox';
import { createCredential, keepNewestCredentials } from '../../platform/credentials/credentials.ts';
import { checkPassword } from '../../platform/credentials/passwords.ts';
import type { Services } from '../../platform/services.ts';
import { anyone } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { type Account, loadAccounts, loadUsersByIds } from './queries.ts';

/** A key is shown once and kept as a digest, so each sign-in gets one of its own; the oldest beyond these end. */
const MAX_KEYS = 50;
const LABEL = 'sign-in';

export const fetchApiKey = chatOperation({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Sign in with address and password: a new API key',
  access: anyone,
  params: {
    username: text(Type.String({ maxLength: 254 })),
    password: text(Type.String({ maxLength: 1000 })),
  },
  answer: { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED'],
  async serve({ services, address, now, idempotent }, { username, password }) {
    const { config, guesses, answers } = services;
    const most = config.failedSignInsPerMinute;
    const wasRight = guesses.count(
      { [`chat sign-in from ${address}`]: most, [`chat sign-in as ${username.trim().toLowerCase()}`]: most },
      now,
    );
    const account = await accountOf(services, username.trim(), password);
    if (!account) throw new ChatError('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
    wasRight();

    return services.database.transaction(async (tx) => {
      const { organizationId, id } = account;
      // Sign-ins of one person, and their deactivation, wait for each other here.
      await tx.position(organizationId);
      const [user] = await loadUsersByIds(tx, organizationId, [id]);
      if (!user?.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
      // Under the person, once the password has shown who asks.
      const request = idempotent && { ...idempotent, organizationId, caller: `sign-in of ${id}` };
      const earlier = request && (await answers.claim(tx, request));
      if (earlier) return JSON.parse(earlier.body) as { api_key: string; email: string; user_id: number };
      const subject = String(id);
      const { key } = await createCredential(tx, { organizationId, kind: 'chat', subject, label: LABEL });
      await keepNewestCredentials(tx, { organizationId, kind: 'chat', subject, label: LABEL }, MAX_KEYS);
      const answer = { api_key: key, email: account.email, user_id: id };
      if (request) await answers.store(tx, request, { status: 200, body: JSON.stringify(answer) });
      return answer;
    });
  },
});

/** The account that the password fits: one server holds several organizations. An active one comes first. */
async function accountOf(services: Services, email: string, password: string): Promise<Account | undefined> {
  const accounts = await loadAccounts(services.database.reader, email);
  // An unknown address takes as long as a wrong password.
  if (accounts.length === 0) await checkPassword(password, undefined);
  let deactivated: Account | undefined;
  for (const account of accounts) {
    if (!(await checkPassword(password, account.passwordHash))) continue;
    if (account.isActive) return account;
    deactivated ??= account;
  }
  return deactivated;
}
