import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { inviteImportedWorkers } from '../../cli/import.ts';
import { importFleetFile } from '../../cli/import-fleet.ts';
import { sql } from '../../platform/db/sql.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const phoneOf = (n: number) => `+1415557${String(n).padStart(4, '0')}`;

/** An organization with workers who came by a list, in turn in two teams. */
async function importWorkers(count: number) {
  const fleet = await startFleet(server);
  const { organization } = fleet;
  const lines = Array.from({ length: count }, (_, n) => `Driver ${n},${phoneOf(n)},${n % 2 ? 'South' : 'North'}`);
  const list = Buffer.from(['Name,Phone,Team', ...lines].join('\n'));
  await importFleetFile(server.services, new Uint8Array(list), { organization });
  const sent = async () => {
    const all = await listOutbox(server.services.database.reader, organization, 500);
    return all.flatMap(({ channel, recipient }) => (channel === 'sms' ? [recipient] : [])).sort();
  };
  return { ...fleet, sent };
}
const numbers = (count: number) => Array.from({ length: count }, (_, n) => phoneOf(n));

test('workers who came by a list are invited once each, some at a time; those who were invited are not', async () => {
  const { api, organization, worker, sent } = await importWorkers(27);
  await worker();
  const already = await sent();
  assert.deepEqual((await api.get('/workers/invitations')).json, { waiting: 27 });
  assert.deepEqual((await api.post('/workers/invitations')).json, { invited: 25, waiting: 2 });
  assert.deepEqual((await api.post('/workers/invitations')).json, { invited: 2, waiting: 0 });
  assert.deepEqual((await api.post('/workers/invitations')).json, { invited: 0, waiting: 0 });
  assert.deepEqual(await sent(), [...numbers(27), ...already].sort());
  const { reader } = server.services.database;
  const [entries] = await reader.all(sql<{ count: number }>`
    select count(*)::int as count from platform.audit_log
    where organization_id = ${organization} and action = 'worker.invitation_sent'`);
  assert.equal(entries!.count, 27);
  // Each has a password of their own, which signs in.
  const [last] = await listOutbox(reader, organization, 1);
  const password = / password (\w{10})/.exec(last!.body)?.[1];
  const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
  assert.equal((await anyone.post('/driver/sign-in', { phone: last!.recipient, password })).status, 200);
});

test('requests at the same moment invite different workers, and nobody twice', async () => {
  const { api, organization, sent } = await importWorkers(60);
  const answers = await Promise.all([
    ...[0, 1, 2].map(() => api.post('/workers/invitations')),
    inviteImportedWorkers(server.services, organization, 60),
  ]);
  assert.ok(answers.every((each) => !('status' in each) || each.status === 200));
  for (let waiting = -1; waiting !== 0; ) waiting = (await api.post('/workers/invitations')).json.waiting;
  assert.deepEqual(await sent(), numbers(60));
});

test('a dispatcher invites the workers in sight only, and not whose invitation was revoked; readers invite nobody', async () => {
  const fleet = await importWorkers(4);
  const { api, north, organization, sent } = fleet;
  const { client: dispatcher } = await makeDispatcher(server, fleet, [north]);
  const [first] = (await api.get('/workers')).json.filter(({ phone }: { phone: string }) => phone === phoneOf(0));
  assert.equal((await api.post(`/workers/${first.id}/invitation`)).status, 200);
  assert.equal((await api.delete(`/workers/${first.id}/invitation`)).status, 200);
  assert.deepEqual((await dispatcher.get('/workers/invitations')).json, { waiting: 1 });
  assert.deepEqual((await dispatcher.post('/workers/invitations')).json, { invited: 1, waiting: 0 });
  assert.deepEqual(await sent(), [phoneOf(0), phoneOf(2)]);
  const [admin] = (await api.get('/admins')).json.filter(({ name }: { name: string }) => name === 'Dan Dispatcher');
  assert.equal((await api.put(`/admins/${admin.id}`, { isReadOnly: true })).status, 200);
  assert.equal((await dispatcher.post('/workers/invitations')).status, 403);
  assert.deepEqual((await api.get('/workers/invitations')).json, { waiting: 2 });

  const stranger = await startFleet(server);
  assert.deepEqual((await stranger.api.post('/workers/invitations')).json, { invited: 0, waiting: 0 });
  // The command keeps to its number.
  assert.deepEqual(await inviteImportedWorkers(server.services, organization, 1), { invited: 1, waiting: 1 });
});

test('a pretend fleet is never invited, nor are workers of an organization that is being imported', async () => {
  const organization = await server.organization();
  const api = new DispatchClient(organization.dispatch);
  assert.equal((await api.post('/pretend-fleet')).status, 200);
  assert.deepEqual((await api.get('/workers/invitations')).json, { waiting: 0 });
  const { organization_id: id } = organization;
  await server.services.database.transaction(
    (tx) => tx.run(sql`update platform.organizations set importing_since = ${tx.now} where id = ${id}`),
    { organizationId: id },
  );
  await assert.rejects(inviteImportedWorkers(server.services, id, 1), /has not ended/);
});
