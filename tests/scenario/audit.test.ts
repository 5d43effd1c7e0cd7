import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditList } from '../../src/cli/audit.ts';
import { showSecret } from '../../src/cli/webhooks.ts';
import { doCreateAdministratorKey } from '../../src/dispatch/administrators/actions.ts';
import { loadEntries } from '../../src/platform/audit/access.ts';
import { forgetAuditEntries } from '../../src/platform/audit/forget-entries.ts';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { type Sql, sql } from '../../src/platform/db/sql.ts';
import { ChatClient, DispatchClient } from '../harness/clients.ts';
import { Receiver } from '../harness/receiver.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { statementsOf } from '../harness/statements.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../harness/visitors.ts';
import { auditedCalls } from './audit-calls.ts';

/*
 * The calls are made in their order in one organization, and each must have added the entry that its row names. That every operation has
 * a row is held by tests/architecture/audit.test.ts.
 */

let server: TestServer & AsyncDisposable;
let org: Awaited<ReturnType<TestServer['organization']>>;
let receiver: Receiver;
let owner: DispatchClient;

const PATH = '/organization/audit-log';

interface Entry {
  id: string;
  time: number;
  actor: { kind: string; id: string | null; name: string | null };
  action: string;
  object: { kind: string; id: string | null; name: string | null } | null;
  details: Record<string, { from?: unknown; to?: unknown }>;
  address: string | null;
  client: string | null;
}

/** A key of an administrator of the organization. */
async function keyOf(organizationId: string, email: string): Promise<DispatchClient> {
  const { key } = await server.services.database.transaction(
    (tx) => doCreateAdministratorKey(tx, email, 'a key of the tests'),
    { organizationId },
  );
  return new DispatchClient({ url: server.url, api_key: key });
}

async function entries(query = '', client = owner): Promise<Entry[]> {
  const answer = await client.get(`${PATH}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.entries;
}

before(async () => {
  server = await startTestServer({ webhookAllowInsecure: true });
  receiver = await Receiver.start();
  org = await server.organization({ ownerEmail: 'olive@couriers.example', ownerName: 'Olive Owner' });
  owner = await keyOf(org.organization_id, org.chat.email);
});
after(async () => {
  await receiver.stop();
  await server[Symbol.asyncDispose]();
});

/** Entries that were there before the present call. */
const known = new Set<string>();
const secrets: string[] = [];

async function added() {
  const rows = await auditList(server.services.database.reader.of(org.organization_id), org.organization_id, {}, 30);
  const found = rows.filter(({ id }) => !known.has(id));
  for (const { id } of found) known.add(id);
  return found;
}

for (const group of ['people', 'channels', 'organization', 'fleet', 'drivers', 'signIns'])
  test(`each call of ${group} leaves the entry of its row`, { timeout: 600_000 }, async () => {
    await added();
    for (const [operation, action, call] of auditedCalls({ server, org, receiver })[group]!) {
      const answer = await call();
      const text = 'json' in answer ? answer.text : answer.html;
      assert.ok(answer.status < 400, `${operation}: ${answer.status} ${text}`);
      secrets.push(...[...text.matchAll(/"(?:api_key|token|secret|key)":\s*"([^"]+)"/g)].map(([, secret]) => secret!));
      const left = await added();
      const found = left.find((entry) => entry.action === action);
      assert.ok(found, `${operation} left ${JSON.stringify(left.map((entry) => entry.action))}, not ${action}`);
      assert.equal(found.address, '127.0.0.1', operation);
      assert.notEqual(found.actorKind, 'server', operation);
    }
  });

test('no secret, and nothing of what was written, is in it', async () => {
  const rows = await server.services.database.reader.all(sql<{ text: string }>`
    select row_to_json(audit_log)::text as text from platform.audit_log`);
  const all = rows.map(({ text }) => text).join('\n');
  assert.ok(secrets.length > 5);
  for (const secret of [...secrets, 'the secret sum', 'salaries', 'hush', PASSWORD])
    assert.ok(!all.includes(secret), `the audit log holds ${secret}`);
});

test('an entry says who, what, from what to what, and from where', async () => {
  const browser = new SessionBrowser(server.url);
  const other = await server.organization();
  assert.equal((await browser.signIn(other.chat.email, PASSWORD)).status, 200);
  const { user_id: userId } = other.chat;
  const form = new URLSearchParams({ name: 'Couriers anew', digest_emails_enabled: 'true' });
  const changed = await browser.request('PATCH', '/api/v1/realm', form, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.equal(changed.status, 200, changed.text);
  const key = await keyOf(other.organization_id, other.chat.email);
  const [entry] = await entries('?action=organization.settings_changed', key);
  assert.deepEqual(entry!.actor, { kind: 'person', id: String(userId), name: entry!.actor.name });
  assert.equal(entry!.details.name!.to, 'Couriers anew');
  assert.notEqual(entry!.details.name!.from, undefined);
  assert.deepEqual(entry!.details.digest_emails_enabled, { from: false, to: true });
  assert.equal(entry!.client, 'Firefox, Linux');
  // What was so before is no change.
  assert.equal((await new ChatClient(other.chat).patch('/realm', { name: 'Couriers anew' })).status, 200);
  assert.equal((await entries('?action=organization.settings_changed', key)).length, 1);
  // The key of the command that made it, and of the organization itself.
  const api = new DispatchClient(other.dispatch);
  assert.equal((await api.put('/tracking/settings', { colour: '#aabbcc' })).status, 200);
  const [appearances] = await entries('?action=organization.tracking_looks_changed', key);
  assert.deepEqual([appearances!.actor.kind, appearances!.actor.name], ['key', 'first key']);
  const [made] = await entries('?action=organization.created', key);
  assert.equal(made!.object!.id, other.organization_id);
});

test('whoever is signed in elsewhere is nobody to an organization whose link they open', async () => {
  const [own, other] = [await server.organization({ ownerName: 'Olga Own' }), await server.organization()];
  const link = await new Visitors(server, other).resetLink(other.chat.email);
  const browser = await new Visitors(server, own).signedIn();
  await browser.open('/account');
  assert.ok(browser.text.includes(own.chat.email), browser.text);
  await (await browser.open(link)).submit('Save', { password: NEXT_PASSWORD });
  assert.equal(browser.status, 200, browser.text);
  const left = await auditList(
    server.services.database.reader.of(other.organization_id),
    other.organization_id,
    {},
    100,
  );
  const set = left.find(({ action }) => action === 'person.password_set')!;
  // A person of all parts has an ID of another kind than the chat's account.
  assert.equal(set.objectKind, 'sign-in');
  assert.deepEqual([set.actorKind, set.actorId, set.actorName], ['nobody', null, null]);
  assert.ok(!left.some(({ actorName }) => actorName === 'Olga Own'));
});

test('a list that is cut says how many more there were', async () => {
  const many = Array.from({ length: 103 }, (_, n) => n);
  const changes = { members: { from: many, to: many.slice(0, 100) } };
  await server.services.database.transaction(async (tx) =>
    tx.audit({ organizationId: org.organization_id, action: 'group.members_changed', details: changes }),
  );
  const [entry] = await entries('?action=group.members_changed');
  assert.deepEqual(entry!.details.members, { from: [...many.slice(0, 100), '… 3 more'], to: many.slice(0, 100) });
});

test('who did it is looked up once for all entries of a transaction', async () => {
  const field = { name: 'Floor', description: '', type: 'integer', asArray: false, visibility: ['admin'] };
  const rest = { editability: ['admin'], contexts: [{ name: 'save', isRequired: false }] };
  const create = (count: number) =>
    statementsOf(/insert into platform\.audit_log/, async () => {
      const keys = Array.from({ length: count }, (_, n) => `key_${count}_${n}`);
      const body = { model: 'Task', field: keys.map((key) => ({ ...field, ...rest, key })) };
      const answer = await owner.post('/customFields', body);
      assert.equal(answer.status, 200, answer.text);
    });
  const [few, many] = [await create(3), await create(12)];
  assert.equal(many.length, few.length, many.join('\n'));
  const left = await entries('?action=custom_field.created&limit=15');
  assert.deepEqual([...new Set(left.map(({ actor }) => actor.name))], ['Olive Owner']);
});

test('what is rolled back leaves no entry', async () => {
  const seen = await entries();
  const { database } = server.services;
  const work = database.transaction(async (tx) => {
    await createCredential(tx, {
      organizationId: org.organization_id,
      kind: 'dispatch',
      subject: null,
      label: 'never',
    });
    throw new Error('not this time');
  });
  await assert.rejects(work, /not this time/);
  assert.deepEqual(await entries(), seen);
});

test('a wrong code after the right password, and a secret that a command shows, are in it', async () => {
  // The calls above have turned the second factor of the owner on.
  const browser = new SessionBrowser(server.url);
  const asked = await browser.signIn(org.chat.email, PASSWORD);
  assert.equal(asked.json.code, 'code_needed', asked.text);
  const { challenge } = asked.json;
  assert.equal((await browser.post('/api/session', { challenge, code: '123' })).json.code, 'wrong_code');
  const [refused] = await entries('?action=person.sign_in_refused');
  assert.deepEqual([refused!.actor.kind, refused!.object!.name], ['nobody', org.chat.email]);
  await showSecret(server.services, org.organization_id);
  const [shown] = await entries('?action=webhook_secret.shown');
  assert.ok(shown);
});

test('pages of it follow each other, and filters narrow it', async () => {
  const all = await auditList(server.services.database.reader.of(org.organization_id), org.organization_id, {}, 1000);
  assert.ok(all.length > 100);
  const paged: string[] = [];
  let after = '';
  do {
    const { json } = await owner.get(`${PATH}?limit=40${after}`);
    paged.push(...json.entries.map(({ id }: Entry) => id));
    after = json.lastId === undefined ? '' : `&lastId=${json.lastId}`;
  } while (after !== '');
  assert.deepEqual(
    paged,
    all.map(({ id }) => id),
  );
  assert.deepEqual([...paged].sort().reverse(), paged);
  const hubs = await entries('?action=hub');
  assert.deepEqual([...new Set(hubs.map(({ action }) => action))].sort(), [
    'hub.changed',
    'hub.created',
    'hub.deleted',
  ]);
  const { id } = hubs[0]!.object!;
  const ofOne = await entries(`?object=${id}`);
  assert.ok(ofOne.length >= 3 && ofOne.every(({ object }) => object!.id === id));
  const mine = await entries(`?actor=${org.chat.user_id}&limit=100`);
  assert.ok(mine.length > 20 && mine.every(({ actor }) => actor.id === String(org.chat.user_id)));
  const { time } = hubs[0]!;
  const then = await entries(`?from=${time}&to=${time}`);
  assert.ok(then.length > 0 && then.every((entry) => entry.time === time));
  // A part of a millisecond: what is after the entry has it not, what is around it has.
  assert.deepEqual(await entries(`?from=${time + 0.5}&to=${time + 0.5}`), []);
  assert.deepEqual(await entries(`?from=${time - 0.5}&to=${time + 0.5}`), then);
  assert.deepEqual(await entries(`?to=${all.at(-1)!.at.getTime() - 1}`), []);
  for (const wrong of ['limit=0', 'limit=101', 'lastId=x', 'action=X', 'from=-1', 'from=x'])
    assert.equal((await owner.get(`${PATH}?${wrong}`)).status, 400, wrong);
});

test('a word is found by an index, however many others its area has', async () => {
  const plan: string[] = [];
  const work = server.services.database.transaction(async (tx) => {
    await tx.run(sql`
      insert into platform.audit_log (organization_id, id, at, actor_kind, area, action, details)
      select ${org.organization_id}, lpad(to_hex(n), 24, '0'), now(), 'nobody', 'person',
        case n when 9 then 'person.rare' else 'person.frequent' end, '{}' from generate_series(1, 5000) n`);
    await tx.run(sql`analyze platform.audit_log`);
    const explaining = {
      async all<Row>(statement: Sql<Row>): Promise<Row[]> {
        const lines = await tx.all(sql.once(sql<Record<string, string>>`explain ${statement}`));
        plan.push(...lines.flatMap((line) => Object.values(line)));
        return tx.all(statement);
      },
      first: async () => undefined,
      of: () => tx.of(org.organization_id),
    };
    const found = await loadEntries(explaining, org.organization_id, { action: 'person.rare' }, undefined, 10);
    assert.deepEqual(
      found.map(({ action }) => action),
      ['person.rare'],
    );
    throw new Error('seen');
  });
  await assert.rejects(work, /seen/);
  assert.match(plan.join('\n'), /audit_log_action/);
});

test('as CSV it is whole, and nothing in it is a formula', async () => {
  const team = await new ChatClient(org.chat).post('/user_groups/create', { name: '=1+1, "all"', members: [] });
  assert.equal(team.status, 200, team.text);
  const answer = await owner.get(`${PATH}/csv`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type')!, /^text\/csv/);
  assert.match(answer.headers.get('content-disposition')!, /attachment; filename="audit-log.csv"/);
  const [head, first] = answer.text.split('\r\n');
  assert.equal(head!.split(',').length, 11);
  assert.ok(first!.includes(`"'=1+1, ""all"""`), first);
  const all = await auditList(server.services.database.reader.of(org.organization_id), org.organization_id, {}, 1000);
  assert.equal(answer.text.trimEnd().split('\r\n').length, all.length + 1);
  const ofHubs = (await owner.get(`${PATH}/csv?action=hub`)).text.trimEnd().split('\r\n');
  assert.equal(ofHubs.length, (await entries('?action=hub')).length + 1);
});

test('it is for owners alone, each of their own organization', async () => {
  const visitors = new Visitors(server, org);
  const email = await visitors.person('second');
  const { members } = (await visitors.owner.get('/users')).json;
  const second = members.find((each: { delivery_email: string }) => each.delivery_email === email).user_id;
  const browser = new SessionBrowser(server.url);
  assert.equal((await browser.signIn(email, PASSWORD)).status, 200);
  const status = async () => (await browser.get(`/api/v2${PATH}`)).status;
  assert.equal(await status(), 403);
  for (const [role, expected] of [
    [200, 403],
    [100, 200],
    [400, 403],
  ] as const) {
    assert.equal((await visitors.owner.patch(`/users/${second}`, { role })).status, 200);
    // A change of the role signs out.
    assert.equal((await browser.signIn(email, PASSWORD)).status, 200);
    assert.equal(await status(), expected, `role ${role}`);
  }
  const api = new DispatchClient(org.dispatch);
  assert.equal((await api.post('/admins', { name: 'Stan', email: 'stan@couriers.example' })).status, 200);
  const standard = await keyOf(org.organization_id, 'stan@couriers.example');
  for (const path of [PATH, `${PATH}/csv`])
    for (const client of [api, standard]) {
      const answer = await client.get(path);
      assert.deepEqual([answer.status, answer.json.message.error], [403, 1300], path);
    }
  const elsewhere = await server.organization();
  const stranger = await keyOf(elsewhere.organization_id, elsewhere.chat.email);
  const shown = await entries('?limit=100', stranger);
  assert.ok(shown.length > 0 && !JSON.stringify(shown).includes('couriers.example/'));
  const [newest] = await entries();
  assert.ok(!shown.some(({ id }) => id === newest!.id));
});

test('entries that are older than AUDIT_DAYS go', async () => {
  const { database } = server.services;
  const before = (await entries('?limit=100')).length;
  await database.transaction((tx) =>
    tx.run(sql`
      update platform.audit_log set at = ${new Date(tx.now.getTime() - 401 * 86_400_000)}
      where organization_id = ${org.organization_id} and area = 'hub'`),
  );
  await forgetAuditEntries.handle(server.services, {}, new AbortController().signal);
  assert.deepEqual(await entries('?action=hub'), []);
  assert.equal((await entries('?limit=100')).length, before);
});
