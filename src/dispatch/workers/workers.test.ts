import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';
import { checkPassword } from '../../platform/people/passwords.ts';
import { holdingsOf } from '../containers/access.ts';
import { createWorkerForCli } from './create-for-cli.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const UNKNOWN = 'A'.repeat(24);

async function floor() {
  const { dispatch, organization_id } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const [owner] = (await api.get('/admins')).json;
  const team = await api.post('/teams', { name: 'North', workers: [], managers: [owner.id] });
  return { api, owner: owner.id as string, team: team.json.id as string, organizationId: organization_id };
}

const events = (organizationId: string) =>
  server.services.database.reader.all(sql<{ kind: string; payload: Record<string, unknown> }>`
    select kind, payload from platform.event_log where organization_id = ${organizationId} and part = 'dispatch'
    order by id`);

test('a new worker, complete', async () => {
  const { api, team, organizationId } = await floor();
  const created = await api.post('/workers', {
    name: 'Wendy Worker',
    displayName: 'Wendy',
    phone: '(415) 555-0113',
    teams: [team, team],
    capacity: 12.5,
    vehicle: { type: 'BICYCLE', color: 'green' },
    metadata: [{ name: 'nickname', type: 'string', value: 'W', visibility: ['api', 'worker'] }],
  });
  assert.equal(created.status, 200, created.text);
  const { id, timeCreated, timeLastModified, vehicle, ...rest } = created.json;
  assert.match(id, /^[A-Za-z0-9*~]{24}$/);
  assert.equal(timeCreated, timeLastModified);
  const { id: vehicleId, timeLastModified: vehicleTime, ...bicycle } = vehicle;
  assert.match(vehicleId, /^[A-Za-z0-9*~]{24}$/);
  assert.equal(vehicleTime, timeCreated);
  assert.deepEqual(bicycle, { type: 'BICYCLE', description: null, licensePlate: null, color: 'green' });
  assert.deepEqual(rest, {
    organization: organizationId,
    name: 'Wendy Worker',
    displayName: 'Wendy',
    phone: '+14155550113',
    activeTask: null,
    tasks: [],
    onDuty: false,
    timeLastSeen: null,
    capacity: 12.5,
    additionalCapacities: { capacityA: 0, capacityB: 0, capacityC: 0 },
    userData: {},
    accountStatus: 'INVITED',
    metadata: [{ name: 'nickname', type: 'string', value: 'W', visibility: ['api', 'worker'] }],
    imageUrl: null,
    teams: [team],
    delayTime: null,
    location: null,
    timezone: null,
    hasRecentlyUsedSpoofedLocations: false,
    addresses: { routing: null },
    skills: [],
    version: 1,
  });
  assert.deepEqual((await api.get(`/workers/${id}`)).json, created.json);
  assert.deepEqual((await api.get('/workers')).json, [created.json]);
});

test('the temporary password goes out by SMS and is right', async () => {
  const { api, team, organizationId } = await floor();
  const { json } = await api.post('/workers', { name: 'Walt', phone: '+14155550114', teams: [team] });
  const [sms] = await listOutbox(server.services.database.reader, organizationId);
  assert.deepEqual([sms?.channel, sms?.recipient], ['sms', '+14155550114']);
  assert.match(sms?.body ?? '', /\/join\/\w{32} /);
  const password = /password (\S+)$/.exec(sms?.body ?? '')?.[1];
  const row = await server.services.database.reader.first(sql<{ hash: string }>`
    select p.password_hash as hash from dispatch.workers w join platform.people p on p.id = w.person_id
    where w.organization_id = ${organizationId} and w.id = ${json.id}`);
  assert.equal(
    await checkPassword(server.services, { organizationId: undefined }, password ?? '', row?.hash ?? null),
    true,
  );
});

test('coming, changing and going is told to webhooks', async () => {
  const { api, team, organizationId } = await floor();
  const { json } = await api.post('/workers', { name: 'Walt', phone: '+14155550115', teams: [team] });
  for (let times = 0; times < 2; times++)
    assert.equal((await api.put(`/workers/${json.id}`, { capacity: 3 })).status, 200);
  await api.delete(`/workers/${json.id}`);
  const received = (await events(organizationId)).filter((event) => 'triggerId' in event.payload);
  assert.deepEqual(
    received.map(({ kind, payload }) => [kind, payload.triggerId, payload.workerId, payload.adminId, payload.taskId]),
    [
      ['workerCreated', 15, json.id, null, null],
      ['workerUpdated', 25, json.id, null, undefined],
      ['workerDeleted', 16, json.id, null, null],
    ],
  );
  assert.deepEqual((received[0]!.payload.data as { worker: unknown }).worker, json);
  assert.equal((received[1]!.payload.data as { worker: { capacity: number } }).worker.capacity, 3);
  assert.equal((received[0]!.payload.actionContext as { type: string }).type, 'API');
});

test('a phone is unique in the organization, also when created at once', async () => {
  const { api, team, organizationId } = await floor();
  const answers = await Promise.all(
    ['+14155550116', '415 555 0116', '+1 415 555 0116', '+14155550116'].map((phone) =>
      api.post('/workers', { name: 'Twin', phone, teams: [team] }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  for (const { status, json } of answers.filter((answer) => answer.status !== 200)) {
    assert.equal(status, 400);
    assert.equal(json.message.error, 1004);
    assert.deepEqual(json.message.cause, { type: 'duplicateKey', key: 'phone', value: '+14155550116' });
  }
  assert.equal((await listOutbox(server.services.database.reader, organizationId)).length, 1);
  const other = await floor();
  const there = await other.api.post('/workers', { name: 'Twin', phone: '+14155550116', teams: [other.team] });
  assert.equal(there.status, 200);
});

/* Every column of the vendor's `driver_import` script is text. */
test('a row of the vendor’s import script becomes a worker', async () => {
  const { api, team } = await floor();
  const none = { type: '', description: '', licensePlate: '', color: '' };
  const row = { name: 'Ruth Row', phone: '(415) 555-0171', capacity: '10', displayName: '', teams: [team] };
  const made = await api.post('/workers', { ...row, vehicle: { ...none, type: 'CAR', color: 'red' } });
  assert.deepEqual([made.status, made.json.capacity, made.json.vehicle?.type], [200, 10, 'CAR'], made.text);
  const onFoot = await api.post('/workers', { ...row, phone: '(415) 555-0172', capacity: '', vehicle: none });
  assert.deepEqual([onFoot.status, onFoot.json.capacity, onFoot.json.vehicle], [200, 0, null], onFoot.text);
  const capacities = { capacityA: '2', capacityB: '' };
  const changed = await api.put(`/workers/${made.json.id}`, { capacity: '1.5', additionalCapacities: capacities });
  assert.deepEqual([changed.json.capacity, changed.json.additionalCapacities.capacityA], [1.5, 2]);
});

test('what is refused at creation', async () => {
  const { api, team } = await floor();
  const other = await floor();
  const good = { name: 'Walt', phone: '+14155550117', teams: [team] };
  const make = async (more: object) => {
    const { status, json } = await api.post('/workers', { ...good, ...more });
    return [status, json.code, json.message?.error];
  };
  for (const name of ['name', 'phone', 'teams'])
    assert.deepEqual(await make({ [name]: undefined }), [400, 'InvalidArgument', 1900], name);
  assert.deepEqual(await make({ teams: [] }), [400, 'InvalidArgument', 1900]);
  assert.deepEqual(await make({ teams: ['x'] }), [400, 'InvalidContent', 1005]);
  assert.deepEqual(await make({ teams: team }), [400, 'InvalidContent', 1005]);
  assert.deepEqual(await make({ teams: [UNKNOWN] }), [404, 'ResourceNotFound', 1402]);
  assert.deepEqual(await make({ teams: [team, other.team] }), [404, 'ResourceNotFound', 1402]);
  assert.deepEqual(await make({ phone: '12' }), [400, 'InvalidContent', 1000]);
  assert.deepEqual(await make({ phone: '+442079460018' }), [400, 'InvalidContent', 1000]);
  assert.deepEqual(await make({ phone: 4155550117 }), [400, 'InvalidContent', 1005]);
  assert.deepEqual(await make({ vehicle: {} }), [400, 'InvalidArgument', 1900]);
  assert.deepEqual(await make({ vehicle: { type: 'TANK' } }), [400, 'InvalidContent', 1000]);
  assert.deepEqual(await make({ vehicle: 'CAR' }), [400, 'InvalidContent', 1005]);
  assert.deepEqual(await make({ vehicle: { type: 4 } }), [400, 'InvalidContent', 1005]);
  assert.deepEqual(await make({ name: '  ' }), [400, 'InvalidContent', 1000]);
  assert.deepEqual(await make({ capacity: -1 }), [400, 'InvalidContent', 1000]);
  assert.deepEqual(await make({ capacity: '5 bags' }), [400, 'InvalidContent', 1005]);
  assert.deepEqual(await make({ vehicle: { type: '', color: 'red' } }), [400, 'InvalidArgument', 1900]);
  assert.deepEqual(await make({ metadata: [{ name: 'a', type: 'number', value: 'b' }] }), [
    400,
    'InvalidContent',
    1000,
  ]);
  assert.deepEqual((await api.get('/workers')).json, []);
});

test('a change applies what is given, and never the phone', async () => {
  const { api, owner, team } = await floor();
  const second = (await api.post('/teams', { name: 'South', workers: [], managers: [owner] })).json.id;
  const { json } = await api.post('/workers', {
    name: 'Wanda',
    phone: '+14155550118',
    teams: [team],
    vehicle: { type: 'CAR', licensePlate: 'TEST 1' },
  });
  server.clock.advance(5000);
  const changed = await api.put(`/workers/${json.id}`, {
    name: 'Wanda W.',
    phone: 'anything at all',
    teams: [second, team],
    capacity: 3,
    metadata: { $set: [{ name: 'a', type: 'number', value: 1 }] },
    surprise: true,
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.json, {
    ...json,
    name: 'Wanda W.',
    teams: [second, team],
    capacity: 3,
    metadata: [{ name: 'a', type: 'number', value: 1, visibility: ['api'] }],
    timeLastModified: changed.json.timeLastModified,
    version: 2,
  });
  assert.ok(changed.json.timeLastModified >= json.timeLastModified + 5000);
  const truck = await api.put(`/workers/${json.id}`, { vehicle: { type: 'TRUCK' }, phone: 12 });
  assert.equal(truck.json.vehicle.type, 'TRUCK');
  assert.equal(truck.json.vehicle.id, json.vehicle.id);
  assert.equal(truck.json.phone, '+14155550118');
  assert.equal((await api.put(`/workers/${json.id}`, { vehicle: null })).json.vehicle, null);
  const fails = async (body: object) => (await api.put(`/workers/${json.id}`, body)).json.message.error;
  assert.equal(await fails({ teams: [UNKNOWN] }), 1402);
  assert.equal(await fails({ teams: ['x'] }), 1005);
  assert.equal(await fails({ vehicle: { color: 'red' } }), 1900);
  assert.equal(await fails({ name: 7 }), 1005);
  // As when the last team is deleted, or leaves the worker out.
  const alone = await api.put(`/workers/${json.id}`, { teams: [] });
  assert.deepEqual([alone.status, alone.json.teams], [200, []]);
});

test('a list by team, state, phone and with the named fields', async () => {
  const { api, owner, team, organizationId } = await floor();
  const second = (await api.post('/teams', { name: 'South', workers: [], managers: [owner] })).json.id;
  const ids: string[] = [];
  for (const [n, teams] of [[team], [second], [team, second]].entries())
    ids.push((await api.post('/workers', { name: `W${n}`, phone: `+1415555012${n}`, teams })).json.id);
  const [a, b, c] = ids;
  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.workers set on_duty = true where organization_id = ${organizationId} and id = ${b}`),
  );
  const list = async (query: string) => (await api.get(`/workers?${query}`)).json.map((row: { id: string }) => row.id);
  assert.deepEqual(await list(''), [a, b, c]);
  assert.deepEqual(await list(`teams=${team}`), [a, c]);
  assert.deepEqual(await list(`teams=${team},${second}`), [a, b, c]);
  assert.deepEqual(await list(`teams=${UNKNOWN}`), []);
  assert.deepEqual(await list('states=0'), [a, c]);
  assert.deepEqual(await list('states=1'), [b]);
  assert.deepEqual(await list('states=1,2'), [b]);
  assert.deepEqual(await list('states=0,1,2'), [a, b, c]);
  assert.deepEqual(await list('phones=%2B14155550120,4155550122'), [a, c]);
  assert.deepEqual(await list('phones=+14155550120,+14155550121'), [a, b]);
  assert.deepEqual(await list('phones=nonsense'), []);
  assert.deepEqual((await api.get('/workers?filter=name,%20phone,nothing')).json[0], {
    name: 'W0',
    phone: '+14155550120',
  });
  assert.deepEqual((await api.get(`/workers/${a}?filter=id,teams`)).json, { id: a, teams: [team] });
  assert.equal((await api.get('/workers?states=3')).json.message.error, 1000);
  assert.equal((await api.get('/workers?states=x')).json.message.error, 1000);
  assert.equal((await api.get('/workers?teams=x')).json.message.error, 1005);
});

test('a long list comes whole and in order', async () => {
  const { api, organizationId } = await floor();
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into dispatch.workers (organization_id, id, name, phone, created_at, modified_at)
      select ${organizationId}, lpad(n::text, 24, '0'), 'W' || n, '+1415' || (5000000 + n), now(), now()
      from generate_series(1, 1203) as n`),
  );
  const { json } = await api.get('/workers?filter=id');
  assert.equal(json.length, 1203);
  assert.deepEqual(
    json.map((row: { id: string }) => Number(row.id)),
    Array.from({ length: 1203 }, (_, n) => n + 1),
  );
});

test('a deleted worker is gone, with their keys', async () => {
  const { api, team, organizationId } = await floor();
  const { json } = await api.post('/workers', { name: 'Walt', phone: '+14155550119', teams: [team] });
  const { key } = await server.services.database.transaction((tx) =>
    createCredential(tx, { organizationId, kind: 'worker', subject: json.id }),
  );
  const device = new DispatchClient({ url: server.url, token: key });
  assert.equal((await device.get('/workers')).json.message.error, 1300);
  const deleted = await api.delete(`/workers/${json.id}`);
  assert.deepEqual([deleted.status, deleted.text], [200, '']);
  assert.equal((await device.get('/workers')).json.message.error, 1102);
  assert.equal((await api.get(`/workers/${json.id}`)).json.message.error, 1402);
  assert.equal((await api.delete(`/workers/${json.id}`)).json.message.error, 1402);
  assert.deepEqual((await api.get(`/teams/${team}`)).json.workers, []);
  assert.equal((await api.post('/workers', { name: 'W', phone: '+14155550119', teams: [team] })).status, 200);
});

test('the same creation twice under one Idempotency-Key is one worker and one SMS', async () => {
  const { api, team, organizationId } = await floor();
  const body = { name: 'Walt', phone: '+14155550129', teams: [team] };
  const key = { 'idempotency-key': 'walt-1' };
  const [first, again] = [await api.post('/workers', body, key), await api.post('/workers', body, key)];
  assert.equal(first.status, 200);
  assert.equal(again.text, first.text);
  assert.equal((await listOutbox(server.services.database.reader, organizationId)).length, 1);
});

test('a worker who has not come is invited once more, or not any more; what was sent before opens nothing', async () => {
  const { api, team, organizationId } = await floor();
  const { reader } = server.services.database;
  const { id } = (await api.post('/workers', { name: 'Walt', phone: '+14155550130', teams: [team] })).json;
  const path = `/workers/${id}/invitation`;
  /** The newest first. */
  const sent = async () =>
    (await listOutbox(reader, organizationId))
      .filter(({ recipient }) => recipient === '+14155550130')
      .map(({ body }) => ({ password: /password ([a-z2-9]{10})/.exec(body)![1]! }));
  const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
  const enter = async (password: string) =>
    (await anyone.post('/driver/sign-in', { phone: '+14155550130', password })).status;

  // A later invitation is separate and goes to another number.
  const wanda = { name: 'Wanda', phone: '+14155550131', teams: [team] };
  const other = `/workers/${(await api.post('/workers', wanda)).json.id}/invitation`;
  assert.equal((await api.get(other)).json.invitation.sentTo, wanda.phone);

  const first = (await api.get(path)).json.invitation;
  assert.equal(first.sentTo, '+14155550130');
  assert.equal(first.expiresAt - first.sentAt, 14 * 24 * 3_600_000);
  const again = await api.post(path);
  assert.equal(again.status, 200, again.text);
  assert.ok(!again.text.includes('/join/'), 'the link is for whom it is sent to');
  const [second, before] = await sent();
  assert.deepEqual([await enter(before!.password), await enter(second!.password)], [401, 200]);

  const stranger = (await floor()).api;
  for (const ask of [stranger.get, stranger.post, stranger.delete])
    assert.equal((await ask(path)).json.message.error, 1402);

  // It was with the second that they came.
  assert.equal((await api.get(`/workers/${id}`)).json.accountStatus, 'ACCEPTED');
  for (const refused of [await api.post(path), await api.delete(path)])
    assert.deepEqual([refused.status, refused.json.message.error], [400, 1000]);
  assert.equal((await sent()).length, 2);
});

test('an invitation of a worker that was taken back opens nothing, until they are invited anew', async () => {
  const { api, team, organizationId } = await floor();
  const phone = '+14155550131';
  const { id } = (await api.post('/workers', { name: 'Wim', phone, teams: [team] })).json;
  const path = `/workers/${id}/invitation`;
  const newest = async () => (await listOutbox(server.services.database.reader, organizationId))[0]!.body;
  const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
  const password = /password ([a-z2-9]{10})/;
  const enter = async (body: string) =>
    (await anyone.post('/driver/sign-in', { phone, password: password.exec(body)![1] })).status;
  const shown = (await api.post(`/workers/${id}/sign-in-links`)).json.url;
  const body = await newest();
  const gone = await api.delete(path);
  assert.deepEqual([gone.status, gone.text], [200, '']);
  assert.deepEqual((await api.get(path)).json, { invitation: null });
  assert.equal(await enter(body), 401);
  for (const link of [/http\S+\/join\/\w+/.exec(body)?.[0], shown])
    if (link) assert.equal((await fetch(link)).status, 404, link);
  server.clock.advance(60_000 - (server.clock.now().getTime() % 60_000));
  assert.equal((await api.post(path)).json.invitation.sentTo, phone);
  // One a minute, also where it was taken back; a refusal changes nothing.
  const refused = await api.post(path);
  assert.deepEqual([refused.status, refused.json.message.error], [429, 2300]);
  assert.equal((await api.get(path)).json.invitation.sentTo, phone);
  assert.equal((await api.delete(path)).status, 200);
  assert.equal((await api.post(path)).status, 429);
  assert.deepEqual((await api.get(path)).json, { invitation: null });
  server.clock.advance(60_000);
  const both = await Promise.all([api.post(path), api.post(path)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 429]);
  assert.equal((await listOutbox(server.services.database.reader, organizationId)).length, 3);
  assert.equal(await enter(await newest()), 200);
  // A worker who joined with the password has no invitation to revoke.
  assert.deepEqual((await api.get(path)).json, { invitation: null });
});

test('an invitation to a wrong number is taken back, also of a worker whom a link has let in', async () => {
  const { api, team, organizationId } = await floor();
  const phone = '+14155550132';
  const { id } = (await api.post('/workers', { name: 'Wilma', phone, teams: [team] })).json;
  const { body } = (await listOutbox(server.services.database.reader, organizationId))[0]!;
  const shown: string = (await api.post(`/workers/${id}/sign-in-links`)).json.url;
  const link = shown.slice(shown.lastIndexOf('/') + 1);
  const entered = await new SessionBrowser(server.url).post('/api/session', { link });
  assert.equal(entered.status, 200, entered.text);
  assert.equal((await api.get(`/workers/${id}`)).json.accountStatus, 'ACCEPTED');
  const path = `/workers/${id}/invitation`;
  assert.equal((await api.get(path)).json.invitation.sentTo, phone);
  const gone = await api.delete(path);
  assert.deepEqual([gone.status, gone.text], [200, '']);
  for (const join of body.match(/http\S+\/join\/\w+/g) ?? []) assert.equal((await fetch(join)).status, 404);
  const password = /password ([a-z2-9]{10})/.exec(body)![1];
  const anyone = new DispatchClient({ url: server.url, token: 'nobody' });
  assert.equal((await anyone.post('/driver/sign-in', { phone, password })).status, 401);
});

test('a worker from the command line', async () => {
  const { api, team, organizationId } = await floor();
  const made = await createWorkerForCli(server.services, {
    organizationId,
    team: 'North',
    name: 'Cleo',
    phone: '415-555-0128',
  });
  assert.equal(made.phone, '+14155550128');
  assert.ok(made.password.length >= 10);
  assert.deepEqual((await api.get(`/workers/${made.worker_id}`)).json.teams, [team]);
  await assert.rejects(
    createWorkerForCli(server.services, { organizationId, team: 'Nowhere', name: 'Cleo', phone: '415-555-0127' }),
  );
});

test('workers by metadata', async () => {
  const { api, team } = await floor();
  const metadata = [{ name: 'zone', type: 'string', value: 'port' }];
  const { json } = await api.post('/workers', { name: 'W', phone: '+14155550126', teams: [team], metadata });
  await api.post('/workers', { name: 'V', phone: '+14155550125', teams: [team] });
  assert.deepEqual((await api.post('/workers/metadata', metadata)).json, [json]);
});

const stop = (n: number) => ({
  destination: {
    address: { number: `${n}`, street: 'Example Street', city: 'San Francisco', country: 'USA' },
    location: [-122.4, 37.7 + n / 1000],
  },
  recipients: [],
});

test("a deleted worker's or team's tasks go to the organization's container", async () => {
  const { api, team, organizationId } = await floor();
  const { json: worker } = await api.post('/workers', { name: 'Walt', phone: '+14155550124', teams: [team] });
  const ids: string[] = [];
  for (const [n, container] of [
    { type: 'WORKER', worker: worker.id },
    { type: 'WORKER', worker: worker.id },
    { type: 'TEAM', team },
  ].entries()) {
    const made = await api.post('/tasks', { ...stop(n), container });
    assert.equal(made.status, 200, made.text);
    ids.push(made.json.id);
  }
  assert.deepEqual((await api.get(`/workers/${worker.id}`)).json.tasks, ids.slice(0, 2));
  assert.deepEqual((await api.get('/workers?filter=tasks')).json, [{ tasks: ids.slice(0, 2) }]);
  assert.deepEqual((await api.get('/teams')).json[0].tasks, ids.slice(2));
  assert.equal((await api.delete(`/workers/${worker.id}`)).status, 200);
  assert.equal((await api.delete(`/teams/${team}`)).status, 200);
  const { reader } = server.services.database;
  const holdings = await holdingsOf(reader.of(organizationId), 'ORGANIZATION', [organizationId]);
  assert.deepEqual(holdings.get(organizationId)?.tasks, ids);
  const task = (await api.get(`/tasks/${ids[0]}`)).json;
  assert.deepEqual([task.state, task.worker], [0, null]);
  const unassigned = (await events(organizationId)).filter((event) => event.payload.triggerId === 10);
  assert.deepEqual(
    unassigned.map((event) => event.payload.taskId),
    ids.slice(0, 2),
  );
});

test('a worker with an active task stays', async () => {
  const { api, team, organizationId } = await floor();
  const { json: worker } = await api.post('/workers', { name: 'Walt', phone: '+14155550123', teams: [team] });
  const { json: task } = await api.post('/tasks', { ...stop(1), container: { type: 'WORKER', worker: worker.id } });
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`update dispatch.workers set on_duty = true where organization_id = ${organizationId}`);
    await tx.run(sql`
      update dispatch.containers set active_task = ${task.id}
      where organization_id = ${organizationId} and owner_id = ${worker.id}`);
  });
  const refusal = await api.delete(`/workers/${worker.id}`);
  assert.deepEqual([refusal.status, refusal.json.code, refusal.json.message.error], [400, 'InvalidContent', 1000]);
  assert.match(refusal.json.message.cause, /active task/);
  assert.equal((await api.get(`/workers/${worker.id}`)).json.activeTask, task.id);
  assert.equal((await api.get('/workers?states=2')).json.length, 1);
  assert.equal((await api.get('/workers?states=1')).json.length, 0);
});

test('analytics come when they are asked for', async () => {
  const { api, team } = await floor();
  const { json } = await api.post('/workers', { name: 'W', phone: '+14155550134', teams: [team] });
  const get = async (query: string) => (await api.get(`/workers/${json.id}?${query}`)).json;
  const nothing = {
    events: [],
    distances: { enroute: 0, idle: 0 },
    times: { enroute: 0, idle: 0 },
    taskCounts: { succeeded: 0, failed: 0 },
  };
  assert.deepEqual(await get('analytics=true'), { ...json, analytics: nothing });
  assert.deepEqual(await get('analytics=true&filter=id&from=1000&to=2000'), { id: json.id, analytics: nothing });
  assert.deepEqual(await get('analytics=false&from=5'), json);
  assert.equal((await get('analytics=true&from=0&to=86400001')).message.error, 1000);
  assert.equal((await get('analytics=true&from=2&to=1')).message.error, 1000);
  assert.equal((await get('analytics=perhaps')).message.error, 1005);
  assert.equal((await get('analytics=true&from=monday')).message.error, 1005);
});

test('a stranger to JSON types gets no 500', async () => {
  const { api, team } = await floor();
  for (const body of [
    [],
    'text',
    7,
    { name: '\u0000', phone: '+14155550135', teams: [team] },
    { name: 'W', phone: '+14155550135', teams: Array(1001).fill(team) },
    { name: 'W', phone: '+14155550135', teams: [team], capacity: 1e308 },
    { name: 'W', phone: '+14155550135', teams: [team], metadata: { $set: [] } },
    { name: 'x'.repeat(501), phone: '+14155550135', teams: [team] },
  ]) {
    const answer = await api.post('/workers', body);
    assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 100));
  }
});

test('a routing address is a destination of the organization', async () => {
  const { api, team } = await floor();
  const other = await floor();
  const place = stop(1).destination;
  const { json: home } = await api.post('/destinations', place);
  const { json: foreign } = await other.api.post('/destinations', place);
  const made = await api.post('/workers', {
    name: 'W',
    phone: '+14155550136',
    teams: [team],
    addresses: { routing: home.id },
  });
  assert.deepEqual(made.json.addresses.routing, home);
  assert.deepEqual((await api.get('/workers')).json, [made.json]);
  const change = (routing: unknown) => api.put(`/workers/${made.json.id}`, { addresses: { routing } });
  assert.equal((await change(foreign.id)).json.message.error, 1300);
  assert.equal((await change(UNKNOWN)).json.message.error, 1402);
  assert.equal((await change('x')).json.message.error, 1005);
  assert.deepEqual((await change(null)).json.addresses, { routing: null });
});
