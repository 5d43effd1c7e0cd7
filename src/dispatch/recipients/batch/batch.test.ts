import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../../tests/harness/clients.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { statementsOf } from '../../../../tests/harness/statements.ts';
import { whileHeld } from '../../../../tests/harness/while-held.ts';
import { sql } from '../../../platform/db/sql.ts';
import { doCreateAdministratorKey } from '../../administrators/actions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const start = async () => new DispatchClient((await server.organization()).dispatch);
const phoneOf = (n: number) => `+1415557${String(n).padStart(4, '0')}`;
// biome-ignore lint/suspicious/noExplicitAny: as answered
const outcomes = (answer: any) => answer.json.results.map((each: any) => each.outcome ?? each.error.cause);

test('a check says what a batch would do, the batch does it, and each item is judged by itself', async () => {
  const api = await start();
  const rosa = (await api.post('/recipients', { name: 'Rosa', phone: phoneOf(1), notes: 'Ring twice' })).json;
  const will = (await api.post('/recipients', { name: 'Will', phone: phoneOf(2) })).json;
  const recipients = [
    { name: 'Rosa Recipient', phone: '(415) 557-0001', language: 'de' },
    { name: 'Will', phone: phoneOf(2) },
    { name: 'Nia', phone: phoneOf(3), skipSMSNotifications: true, notes: 'Back door' },
    { name: 'No', phone: '12' },
    { name: '', phone: phoneOf(4) },
    { name: 'Nia', phone: phoneOf(3), notes: 'Front door' },
    { name: 'Mo', phone: phoneOf(5), metadata: [{ name: 'a', type: 'number', value: 'x' }] },
    'nobody',
  ];
  const checked = await api.post('/recipients/batch/check', { recipients });
  assert.equal(checked.status, 200, checked.text);
  assert.equal((await api.get(`/recipients/phone/${encodeURIComponent(phoneOf(3))}`)).status, 404);
  const made = await api.post('/recipients/batch', { recipients });
  assert.equal(made.status, 200, made.text);
  assert.deepEqual(outcomes(made), outcomes(checked));
  const [first, second, third, fourth, , sixth] = made.json.results;
  assert.deepEqual([first.outcome, first.changes, first.id], ['changed', ['name', 'language'], rosa.id]);
  assert.deepEqual([second.outcome, second.changes, second.id], ['unchanged', [], will.id]);
  assert.deepEqual([third.outcome, sixth.outcome, sixth.id, sixth.phone], ['created', 'changed', third.id, phoneOf(3)]);
  assert.deepEqual([fourth.id, fourth.phone], [null, null]);
  // Nobody has an ID before they are there, also where another item has the same number.
  assert.deepEqual(
    checked.json.results.map(({ id }: { id: string | null }) => id),
    [rosa.id, will.id, ...Array.from({ length: 6 }, () => null)],
  );
  assert.match(fourth.error.cause, /phone number '12' is not valid/);
  const [known, same, nia] = await Promise.all(
    [rosa.id, will.id, third.id].map(async (id) => (await api.get(`/recipients/${id}`)).json),
  );
  assert.deepEqual([known.name, known.notes, known.language], ['Rosa Recipient', 'Ring twice', 'de']);
  assert.equal(same.timeLastModified, will.timeLastModified);
  assert.deepEqual([nia.notes, nia.skipSMSNotifications], ['Front door', true]);
  // Found by names of now, and told to live views once each.
  assert.equal((await api.get('/recipients/name/ROSA%20recipient')).json.id, rosa.id);
  assert.equal((await api.get('/recipients/name/nia')).json.id, nia.id);
  const events = await server.services.database.reader.all(sql<{ kind: string; id: string }>`
    select kind, (payload #>> '{recipient,id}') collate "C" as id from platform.event_log
    where organization_id = ${nia.organization} and kind like 'recipient%' order by kind, id`);
  assert.deepEqual(
    events.map(({ kind, id }) => `${kind} ${id}`),
    [...[rosa.id, will.id, nia.id].map((id) => `recipientCreated ${id}`).sort(), `recipientUpdated ${rosa.id}`],
  );

  // Known ones stay as they are, where that is asked for.
  const onlyNew = await api.post('/recipients/batch', {
    onlyNew: true,
    recipients: [
      { name: 'Other', phone: phoneOf(1) },
      { name: 'Xia', phone: phoneOf(9) },
    ],
  });
  assert.deepEqual(outcomes(onlyNew), ['unchanged', 'created']);
  assert.equal((await api.get(`/recipients/${rosa.id}`)).json.name, 'Rosa Recipient');
  // Another organization has recipients of its own.
  const theirs = await (await start()).post('/recipients/batch', { recipients: [{ name: 'R', phone: phoneOf(1) }] });
  assert.deepEqual(outcomes(theirs), ['created']);
  assert.equal((await api.get(`/recipients/${rosa.id}`)).json.name, 'Rosa Recipient');
});

test('what is no batch is refused', async () => {
  const api = await start();
  for (const [body, status] of [
    [{}, 400],
    [{ recipients: 'all' }, 400],
    [{ recipients: [], onlyNew: 'maybe' }, 400],
    [{ recipients: Array.from({ length: 501 }, () => ({})) }, 400],
    [{ recipients: [] }, 200],
  ] as const)
    for (const path of ['/recipients/batch', '/recipients/batch/check']) {
      const answer = await api.post(path, body);
      assert.equal(answer.status, status, `${JSON.stringify(body).slice(0, 50)}: ${answer.text.slice(0, 200)}`);
    }
});

test('batches with the same new numbers at once make each recipient once, whatever their order', async () => {
  const api = await start();
  const recipients = Array.from({ length: 200 }, (_, n) => ({ name: `Many ${n}`, phone: phoneOf(1000 + n) }));
  const answers = await Promise.all(
    [recipients, recipients.toReversed(), recipients].map((each) =>
      api.post('/recipients/batch', { recipients: each }),
    ),
  );
  const all = answers.flatMap(outcomes);
  assert.equal(all.filter((each) => each === 'created').length, 200);
  assert.equal(all.filter((each) => each === 'unchanged').length, 400);
});

test('of what somebody else does at the same moment, nothing is lost', async () => {
  const api = await start();
  const phone = phoneOf(1);
  const { id, organization } = (await api.post('/recipients', { name: 'Rosa', phone })).json;
  const batch = (name: string) => () => api.post('/recipients/batch', { recipients: [{ name, phone }] });
  const changed = await whileHeld(
    server,
    (tx) => tx.run(sql`update dispatch.recipients set notes = 'Gate 7' where id = ${id}`),
    batch('Rosa Recipient'),
  );
  assert.deepEqual(outcomes(changed), ['changed']);
  const { name, notes } = (await api.get(`/recipients/${id}`)).json;
  assert.deepEqual([name, notes], ['Rosa Recipient', 'Gate 7']);

  // The recipient is erased: the number is nobody's, and the one who was erased stays nobody.
  const created = await whileHeld(
    server,
    (tx) => tx.run(sql`update dispatch.recipients set phone = 'deleted ' || id, name = 'Nobody' where id = ${id}`),
    batch('Rita'),
  );
  assert.deepEqual(outcomes(created), ['created']);
  const rita = (await api.get(`/recipients/phone/${encodeURIComponent(phone)}`)).json;
  assert.notEqual(rita.id, id);
  assert.deepEqual([rita.name, (await api.get(`/recipients/${id}`)).json.name], ['Rita', 'Nobody']);

  // The number gets to somebody else: they are the known one.
  const taken = phoneOf(2);
  const known = await whileHeld(
    server,
    (tx) => tx.run(sql`update dispatch.recipients set phone = ${taken} where id = ${rita.id}`),
    () => api.post('/recipients/batch', { recipients: [{ name: 'Rita', phone: taken, notes: 'Moved' }] }),
  );
  assert.deepEqual([outcomes(known), known.json.results[0].id], [['changed'], rita.id]);
  const of = await server.services.database.reader.all(sql`
    select from dispatch.recipients where organization_id = ${organization}`);
  assert.equal(of.length, 2);
});

test('whoever may only read checks recipients, and writes none', async () => {
  const { organization_id: organizationId, dispatch } = await server.organization();
  const email = 'rita@couriers.example';
  const made = await new DispatchClient(dispatch).post('/admins', { name: 'Rita', email, isReadOnly: true });
  assert.equal(made.status, 200, made.text);
  const { key } = await server.services.database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
    organizationId,
  });
  const reader = new DispatchClient({ url: server.url, api_key: key });
  const recipients = [{ name: 'Rosa', phone: phoneOf(1) }];
  assert.deepEqual(outcomes(await reader.post('/recipients/batch/check', { recipients })), ['created']);
  assert.equal((await reader.post('/recipients/batch', { recipients })).status, 403);
  assert.deepEqual((await reader.get('/recipients/all')).json.recipients, []);
});

test('a batch takes as many statements however large it is', async () => {
  const api = await start();
  const batch = (from: number, count: number) => ({
    recipients: Array.from({ length: count }, (_, n) => ({ name: `P ${n}`, phone: phoneOf(from + n) })),
  });
  await api.post('/recipients/batch', batch(2000, 1));
  const few = await statementsOf(/insert into dispatch.recipients/, () =>
    api.post('/recipients/batch', batch(2100, 2)),
  );
  const many = await statementsOf(/insert into dispatch.recipients/, async () => {
    const made = await api.post('/recipients/batch', batch(2200, 500));
    assert.deepEqual(new Set(outcomes(made)), new Set(['created']), made.text.slice(0, 200));
  });
  assert.ok(many.length <= few.length + 2, `${many.length} for 500, ${few.length} for 2`);
});
