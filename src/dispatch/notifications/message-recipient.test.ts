import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const recipients = [{ name: 'Rita Recipient', phone: '+14155550135' }];
const refusal = ({ status, json }: Awaited<ReturnType<DispatchClient['get']>>) => [
  status,
  json.message?.error,
  json.message?.cause,
];

test('a recipient gets a text of a dispatcher once, after the organization\u2019s name, and the history has who sent it', async () => {
  const fleet = await startFleet(server);
  const task = await fleet.task({ recipients });
  const path = `/tasks/${task.id}/recipient/messages`;
  const send = (client: DispatchClient, text: unknown = ' We come at nine. ') =>
    client.post(path, { text }, { 'idempotency-key': 'one' });
  assert.deepEqual((await send(fleet.api)).json, { taskId: task.id, phone: recipients[0]!.phone });
  await send(fleet.api);
  const sent = async () =>
    (await listOutbox(server.services.database.reader, fleet.organization))
      .filter(({ recipient }) => recipient === recipients[0]!.phone)
      .map(({ body }) => body);
  const { name } = (await fleet.api.get('/organization')).json;
  assert.deepEqual(await sent(), [`${name}: We come at nine.`]);
  const { history } = (await fleet.api.get(`/tasks/${task.id}/history`)).json;
  assert.deepEqual(
    history
      .filter(({ kind }: { kind: string }) => kind === 'notified')
      .map(({ by }: { by: { type: string } }) => by.type),
    ['API'],
  );
  for (const text of ['', '  ', 'x'.repeat(481), 7, null])
    assert.deepEqual(refusal(await fleet.api.post(path, { text })).slice(0, 2), [
      400,
      typeof text === 'string' ? 1000 : 1005,
    ]);
  assert.equal((await sent()).length, 1);
});

test('a text for one recipient is not sent to another', async () => {
  const fleet = await startFleet(server);
  const { id } = await fleet.task({ recipients });
  const send = (phone: unknown) => fleet.api.post(`/tasks/${id}/recipient/messages`, { text: 'Hello', phone });
  const { phone } = recipients[0]!;
  for (const expected of [phone, null]) assert.equal((await send(expected)).json.phone, phone);
  for (const expected of ['', '+14155550139'])
    assert.deepEqual(refusal(await send(expected)), [
      412,
      2401,
      'The recipient of this task has changed. Read it again, then retry.',
    ]);
  assert.equal((await fleet.api.put(`/tasks/${id}`, { recipients: [] })).status, 200);
  assert.deepEqual(refusal(await send(phone)).slice(0, 2), [412, 2401]);
  for (const wrong of [[], {}, true]) assert.equal((await send(wrong)).status, 400);
  const sent = (await listOutbox(server.services.database.reader, fleet.organization)).filter(
    ({ recipient }) => recipient === phone,
  );
  assert.equal(sent.length, 2);
});

test('nobody writes to a recipient who wants no SMS, of a task out of sight, or of another organization', async () => {
  const fleet = await startFleet(server);
  const south = await fleet.team('South');
  const own = await fleet.task({ recipients, container: { type: 'TEAM', team: south } });
  const path = `/tasks/${own.id}/recipient/messages`;
  const { client } = await makeDispatcher(server, fleet, [fleet.north]);
  const other = new DispatchClient((await server.organization()).dispatch);
  for (const stranger of [client, other])
    assert.deepEqual(refusal(await stranger.post(path, { text: 'hi' })).slice(0, 2), [404, 1402]);
  const silent = await fleet.task({
    recipients: [{ ...recipients[0], skipSMSNotifications: true, phone: '+14155550136' }],
  });
  const nobody = await fleet.task();
  const refused = async (id: string) =>
    refusal(await fleet.api.post(`/tasks/${id}/recipient/messages`, { text: 'hi' }));
  assert.deepEqual(await refused(silent.id), [400, 1000, 'The recipient does not want SMS.']);
  assert.deepEqual(await refused(nobody.id), [400, 1000, 'The task has no recipient.']);
  const { history } = (await fleet.api.get(`/tasks/${nobody.id}/history`)).json;
  assert.ok(!history.some(({ kind }: { kind: string }) => kind === 'notified'));
});
