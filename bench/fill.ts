import type { Core } from '../src/app.ts';
import { type CreatedOrganization, createOrganization } from '../src/cli/organizations.ts';
import { type Bench, basic, FORM_TYPE, form } from './harness.ts';

/** The organization that a benchmark fills. */
export function benchOrganization({ services }: Pick<Core, 'services'>): Promise<CreatedOrganization> {
  return createOrganization(services, {
    name: 'Bench Couriers',
    country: 'US',
    timezone: 'UTC',
    ownerEmail: 'owner@bench.example',
    ownerName: 'Bea Bench',
    ownerPassword: 'correct horse battery staple',
  });
}

interface ChatAccount {
  email: string;
  api_key: string;
}

/** Accounts without keys, made in one statement; gives their IDs. @param after how many there are already */
export async function people(bench: Bench, organizationId: string, count: number, after = 0): Promise<number[]> {
  const { rows } = await bench.admin.query<{ id: string }>(
    `insert into chat.users (organization_id, email, full_name, role, date_joined)
     select $1, 'person' || n || '@bench.example', 'Person ' || n, 400, now() from generate_series($2::int + 1, $2::int + $3::int) as n returning id`,
    [organizationId, after, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Makes a channel with `account` and `userIds` in it, through the API. */
export async function joinChannel(
  bench: Bench,
  account: ChatAccount,
  name: string,
  userIds: readonly number[],
): Promise<void> {
  for (const principals of [[], userIds]) {
    const response = await fetch(`${bench.hubbub}/api/v1/users/me/subscriptions`, {
      method: 'POST',
      headers: { ...basic(account.email, account.api_key), ...FORM_TYPE },
      body: form({
        subscriptions: JSON.stringify([{ name }]),
        send_new_subscription_messages: 'false',
        ...(principals.length > 0 ? { principals: JSON.stringify(principals) } : {}),
      }),
    });
    if (!response.ok) throw new Error(`joining ${name}: ${await response.text()}`);
    if (userIds.length === 0) return;
  }
}

/** Calls the chat API; gives the answer's text. */
export function chatCaller(bench: Bench, account: ChatAccount) {
  const headers = { ...basic(account.email, account.api_key), ...FORM_TYPE };
  return async (method: 'POST' | 'PATCH', path: string, fields: Record<string, string>): Promise<string> => {
    const response = await fetch(`${bench.hubbub}/api/v1${path}`, { method, headers, body: form(fields) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text;
  };
}
