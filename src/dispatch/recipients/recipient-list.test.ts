import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answer, DispatchClient } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

test('recipients are listed by name, page by page, with their tasks; of one team, those of tasks in sight', async () => {
  const fleet = await startFleet(server);
  const { api } = fleet;
  const other = await startFleet(server);
  const person = (name: string, n: number) => ({ name, phone: `+1415555010${n}`, notes: `Notes of ${name}` });
  const foreign = (await other.task({ recipients: [person('Ann Abroad', 1)] })).recipients[0];
  const south = await fleet.team('South');
  const { id: first, recipients } = await fleet.task({ recipients: [person('Zoe', 1)] });
  server.clock.advance(1000);
  const { id: hidden } = await fleet.task({
    recipients: [person('Zoe', 1)],
    container: { type: 'TEAM', team: south },
  });
  await fleet.task({ recipients: [person('élan', 2)], container: { type: 'TEAM', team: south } });
  ok(await api.post('/recipients', { ...person('Bea Bare', 3), skipSMSNotifications: true }));
  const zoe = recipients[0].id;
  const names = async (client: DispatchClient, query = '') => {
    const { recipients: listed, lastId } = ok(await client.get(`/recipients/all${query}`));
    // biome-ignore lint/suspicious/noExplicitAny: an answer
    return [listed.map(({ recipient, lastTask }: any) => [recipient.name, lastTask?.id ?? null]), lastId];
  };
  const { client } = await makeDispatcher(server, fleet, [fleet.north]);
  const [[bea, zoeAndTask]] = await names(api, '?limit=2');
  assert.deepEqual(
    [bea, zoeAndTask],
    [
      ['Bea Bare', null],
      ['Zoe', hidden],
    ],
  );
  const [, lastId] = await names(api, '?limit=2');
  assert.equal(lastId, zoe);
  const [rest, end] = await names(api, `?limit=2&lastId=${lastId}`);
  assert.deepEqual([rest.map(([name]: string[]) => name), end], [['élan'], undefined]);
  for (const [q, found] of [
    ['zo', 1],
    ['oe', 0],
    ['ÉLA', 1],
    ['0103', 1],
    ['%', 0],
    ['  ', 3],
  ] as const)
    assert.equal((await names(api, `?q=${encodeURIComponent(q)}`))[0].length, found, q);
  for (const query of ['?limit=0', '?limit=101', `?q=${'x'.repeat(201)}`])
    assert.equal((await api.get(`/recipients/all${query}`)).status, 400, query);
  assert.deepEqual((await names(client))[0], [['Zoe', first]]);

  const tasks = async (reader: DispatchClient, query = '') => {
    const answer = ok(await reader.get(`/recipients/${zoe}/deliveries${query}`));
    assert.equal(answer.recipient.notes, 'Notes of Zoe');
    return [answer.deliveries.map(({ task }: { task: string }) => task), answer.lastId];
  };
  assert.deepEqual(await tasks(api), [[hidden, first], undefined]);
  assert.deepEqual(await tasks(api, '?limit=1'), [[hidden], hidden]);
  assert.deepEqual(await tasks(api, `?limit=1&lastId=${hidden}`), [[first], undefined]);
  assert.deepEqual(await tasks(client), [[first], undefined]);
  const [only] = ok(await client.get(`/recipients/${zoe}/deliveries`)).deliveries;
  assert.deepEqual(
    [only.state, only.success, only.timeCompleted, only.workerName, only.address.street],
    [0, null, null, null, 'Market Street'],
  );
  const elan = ok(await api.get('/recipients/name/%C3%A9lan')).id;
  assert.equal((await client.get(`/recipients/${elan}/deliveries`)).json.message.error, 1402);
  assert.equal((await api.get(`/recipients/${foreign.id}/deliveries`)).status, 403);
  assert.equal((await api.get('/recipients/no/deliveries')).json.message.error, 1005);
});
