import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { type Answer, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { listCredentialsOf } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { createWorkerForCli } from '../workers/create-for-cli.ts';
import { doNoteChosenPassword } from './actions.ts';

const server = await startTestServer();
const database = new pg.Client({ connectionString: server.connectionString });
await database.connect();
after(async () => {
  await database.end();
  await server[Symbol.asyncDispose]();
});
const anyone = new DispatchClient({ url: server.url, token: 'nobody' });

let phones = 100;
/** An organization with an administrator, a team and one worker. */
async function fleet() {
  const organization = await server.organization();
  const client = new DispatchClient(organization.dispatch);
  const [admin] = (await client.get('/admins')).json;
  const team = await client.post('/teams', { name: 'North', workers: [], managers: [admin.id] });
  assert.equal(team.status, 200, team.text);
  const add = (phone = `+1415555${String(++phones).padStart(4, '0')}`) =>
    createWorkerForCli(server.services, {
      organizationId: organization.organization_id,
      team: 'North',
      name: 'Dora Driver',
      phone,
    });
  const worker = await add();
  const signIn = async (password = worker.password) => {
    const answer = await anyone.post('/driver/sign-in', { phone: worker.phone, password });
    assert.equal(answer.status, 200, answer.text);
    return new DispatchClient({ url: server.url, token: answer.json.token });
  };
  return { organization, client, worker, add, signIn, organizationId: organization.organization_id };
}

function refused(answer: Answer, status: number, error: number) {
  assert.deepEqual([answer.status, answer.json?.message?.error], [status, error], answer.text);
}

const now = () => server.clock.now().getTime();
const here: [number, number] = [-122.4, 37.78];

describe('POST /driver/sign-in', () => {
  it('takes a password that was sent for two weeks, and for a day after it was used; one that was chosen for ever', async () => {
    const { client, worker, add, signIn } = await fleet();
    const [late, next] = [await add(), await add()];
    const enter = ({ phone, password }: { phone: string; password: string }) =>
      anyone.post('/driver/sign-in', { phone, password });
    const onThePages = async ({ phone, password }: { phone: string; password: string }) =>
      (await new SessionBrowser(server.url).post('/api/session', { phone, password })).status;
    const day = 24 * 3_600_000;
    const device = await signIn();
    assert.equal(await onThePages(next), 200);
    server.clock.advance(0.9 * day);
    const own = 'a better one of mine';
    for (const each of [worker, next]) assert.equal((await enter(each)).status, 200);
    const chosen = await device.post('/driver/password', { currentPassword: worker.password, password: own });
    assert.equal(chosen.status, 200, chosen.text);
    server.clock.advance(0.2 * day);
    // The session that was opened by it goes on, and so do keys.
    refused(await enter(next), 401, 1100);
    assert.equal(await onThePages(next), 401);
    server.clock.advance(13 * day);
    refused(await enter(late), 401, 1100);
    assert.equal(await onThePages(late), 401);
    assert.equal((await enter({ ...worker, password: own })).status, 200);
    // A resent invitation works again.
    assert.equal((await client.post(`/workers/${late.worker_id}/invitation`)).status, 200);
    const sms = await server.services.database.reader.first(sql<{ body: string }>`
      select body from platform.outbox where recipient = ${late.phone} order by id desc limit 1`);
    assert.equal((await enter({ ...late, password: /password (\S+)$/.exec(sms!.body)![1]! })).status, 200);
  });

  it('takes the number in any form and accepts the invitation', async () => {
    const { worker, client, organizationId } = await fleet();
    const national = worker.phone.slice(2);
    for (const phone of [
      worker.phone,
      national,
      `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`,
    ]) {
      const answer = await anyone.post('/driver/sign-in', { phone, password: worker.password });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.organizationId, organizationId);
      assert.equal(answer.json.mustChoosePassword, true);
      assert.equal(answer.json.worker.id, worker.worker_id);
    }
    assert.equal((await client.get(`/workers/${worker.worker_id}`)).json.accountStatus, 'ACCEPTED');
  });

  it('answers the same to an unknown number, a wrong password and nonsense', async () => {
    const { worker } = await fleet();
    const wrong = [
      { phone: worker.phone, password: 'wrong' },
      { phone: '+14155559999', password: worker.password },
      { phone: 'hello', password: worker.password },
      { phone: '', password: '' },
    ];
    const answers = await Promise.all(wrong.map((body) => anyone.post('/driver/sign-in', body)));
    for (const answer of answers) refused(answer, 401, 1100);
    assert.equal(new Set(answers.map((answer) => answer.json.message.cause)).size, 1);
    refused(await anyone.post('/driver/sign-in', { phone: worker.phone }), 400, 1900);
    refused(await anyone.post('/driver/sign-in', { phone: 1, password: 2 }), 400, 1005);
  });

  it('finds who drives for two organizations under one number by the password', async () => {
    const one = await fleet();
    const two = await fleet();
    const twin = await two.add(one.worker.phone);
    const first = await anyone.post('/driver/sign-in', { phone: one.worker.phone, password: one.worker.password });
    const second = await anyone.post('/driver/sign-in', { phone: one.worker.phone, password: twin.password });
    assert.deepEqual([first.json.organizationId, second.json.organizationId], [one.organizationId, two.organizationId]);
  });

  it('takes no password that is replaced while it is looked at', async () => {
    const { worker, organizationId } = await fleet();
    const replace = sql`
      update platform.people set password_hash = 'another' where organization_id = ${organizationId} and phone = ${worker.phone}`;
    const answer = await whileHeld(
      server,
      (tx) => tx.run(replace),
      () => anyone.post('/driver/sign-in', { phone: worker.phone, password: worker.password }),
    );
    refused(answer, 401, 1100);
  });

  it('limits wrong guesses by number and by address, also many at once', async () => {
    await using strict = await startTestServer({ rateLimits: true, failedSignInsPerMinute: 10 });
    const guess = (phone: string) =>
      new DispatchClient({ url: strict.url, token: '' }).post('/driver/sign-in', { phone, password: 'guess' });
    const statuses = (await Promise.all(Array.from({ length: 14 }, () => guess('+14155550000')))).map((a) => a.status);
    assert.deepEqual([statuses.filter((s) => s === 401).length, statuses.filter((s) => s === 429).length], [10, 4]);
    // Another number is looked at once.
    assert.deepEqual([(await guess('+14155550001')).status, (await guess('(415) 555-0001')).status], [401, 429]);
    strict.clock.advance(61_000);
    assert.equal((await guess('+14155550000')).status, 401);
  });
});

describe('POST /driver/password', () => {
  it('replaces the temporary password and signs every device out', async () => {
    const { signIn, worker } = await fleet();
    const other = await signIn();
    const device = await signIn();
    const choose = (currentPassword: string, password: string) =>
      device.post('/driver/password', { currentPassword, password });
    refused(await choose('wrong', 'a long enough one'), 401, 1100);
    for (const bad of ['mQ7tRw2Lx', 'Password123!']) refused(await choose(worker.password, bad), 400, 1000);
    const chosen = await choose(worker.password, 'a long enough one');
    assert.equal(chosen.status, 200);
    refused(await other.get('/driver/me'), 401, 1102);
    refused(await device.get('/driver/me'), 401, 1102);
    const again = new DispatchClient({ url: server.url, token: chosen.json.token });
    assert.equal((await again.get('/driver/me')).json.mustChoosePassword, false);
    refused(await anyone.post('/driver/sign-in', { phone: worker.phone, password: worker.password }), 401, 1100);
    await signIn('a long enough one');
  });
});

describe('POST /driver/sign-out', () => {
  it('ends one device, not the other', async () => {
    const { signIn } = await fleet();
    const [one, two] = [await signIn(), await signIn()];
    const out = await one.post('/driver/sign-out');
    assert.deepEqual([out.status, out.text], [200, '']);
    refused(await one.get('/driver/me'), 401, 1102);
    assert.equal((await two.get('/driver/me')).status, 200);
  });
});

describe('who may call the driver API', () => {
  it('workers only, and only the driver API', async () => {
    const { client, signIn, worker } = await fleet();
    const device = await signIn();
    const me = await device.get('/driver/me');
    assert.equal(me.json.worker.id, worker.worker_id);
    refused(await client.get('/driver/me'), 403, 1300);
    refused(await client.post('/driver/duty', { onDuty: true }), 403, 1300);
    refused(await device.get('/workers'), 403, 1300);
    refused(await anyone.post('/driver/positions', { location: here, time: now() }), 401, 1102);
  });

  it('not after the worker was deleted', async () => {
    const { client, signIn, worker } = await fleet();
    const device = await signIn();
    await device.post('/driver/positions', { location: here, time: now() });
    await device.post('/driver/duty', { onDuty: true, actionId: 'on' });
    assert.equal((await client.delete(`/workers/${worker.worker_id}`)).status, 200);
    refused(await device.get('/driver/me'), 401, 1102);
  });
});

describe('POST /driver/duty', () => {
  const events = async (organizationId: string) =>
    (
      await database.query(
        "select payload, audience from platform.event_log where organization_id = $1 and kind = 'workerDuty' order by id",
        [organizationId],
      )
    ).rows;

  it('changes the duty once and tells webhooks', async () => {
    const { signIn, worker, organizationId } = await fleet();
    const device = await signIn();
    const on = { onDuty: true, actionId: 'a1', time: now() - 5000 };
    const answers = await Promise.all([device.post('/driver/duty', on), device.post('/driver/duty', on)]);
    for (const answer of answers) assert.deepEqual([answer.status, answer.json.onDuty], [200, true]);
    const off = await device.post('/driver/duty', { onDuty: false, actionId: 'a2', time: now() - 1000 });
    assert.equal(off.json.onDuty, false);
    // The repeat of an old action changes nothing.
    assert.equal((await device.post('/driver/duty', on)).json.onDuty, false);
    const received = await events(organizationId);
    assert.deepEqual(
      received.map(({ payload }) => [payload.triggerId, payload.workerId, payload.status, payload.data.worker.onDuty]),
      [
        [5, worker.worker_id, 1, true],
        [5, worker.worker_id, 0, false],
      ],
    );
    assert.ok(received[0].audience.includes('webhooks'));
  });

  it('places a late change into the past', async () => {
    const { signIn, organizationId } = await fleet();
    const device = await signIn();
    await device.post('/driver/duty', { onDuty: true, actionId: 'b', time: now() - 1000 });
    const late = await device.post('/driver/duty', { onDuty: false, actionId: 'a', time: now() - 60_000 });
    assert.equal(late.json.onDuty, true);
    assert.equal((await events(organizationId)).length, 1);
  });

  it('is set by a dispatcher as well, who is named; what a device notes later with an earlier time is past', async () => {
    const { signIn, client, worker, organizationId } = await fleet();
    const device = await signIn();
    const path = `/workers/${worker.worker_id}/duty`;
    const on = await client.put(path, { onDuty: true });
    assert.deepEqual([on.status, on.json.onDuty], [200, true], on.text);
    assert.equal((await client.put(path, { onDuty: true })).json.onDuty, true);
    assert.equal((await device.get('/driver/me')).json.worker.onDuty, true);
    const late = { onDuty: false, actionId: 'late', time: now() - 60_000 };
    assert.equal((await device.post('/driver/duty', late)).json.onDuty, true);
    assert.equal((await client.put(path, { onDuty: false })).json.onDuty, false);
    const received = await events(organizationId);
    assert.deepEqual(
      received.map(({ payload }) => [payload.triggerId, payload.status, payload.actionContext.type]),
      [
        [5, 1, 'API'],
        [5, 0, 'API'],
      ],
    );
    const day = (await client.get(`/workers/${worker.worker_id}?analytics=true`)).json.analytics.events;
    assert.ok(day.some(({ action }: { action: string }) => action === 'onduty'));
    refused(await client.put(path, {}), 400, 1900);
    refused(await client.put('/workers/0123456789abcdef01234567/duty', { onDuty: true }), 404, 1402);
    const stranger = await fleet();
    refused(await stranger.client.put(path, { onDuty: true }), 404, 1402);
  });

  it('takes many actions of one worker at once without a deadlock', async () => {
    const { signIn } = await fleet();
    const device = await signIn();
    const time = now() - 1000;
    const deadlocks = async () =>
      Number(
        (await database.query('select deadlocks as n from pg_stat_database where datname = current_database()')).rows[0]
          .n,
      );
    const before = await deadlocks();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0
          ? device.post('/driver/positions', { location: here, time: time + n, actionId: `a${n}` })
          : device.post('/driver/duty', { onDuty: n % 2 === 0, actionId: `a${n}`, time: time + n }),
      ),
    );
    for (const answer of answers) assert.equal(answer.status, 200, answer.text);
    // The last by the device's time: number 11.
    assert.equal((await device.get('/driver/me')).json.worker.onDuty, false);
    assert.equal(await deadlocks(), before);
  });

  it('refuses other types, and takes a time that is ahead for now', async () => {
    const { signIn } = await fleet();
    const device = await signIn();
    refused(await device.post('/driver/duty', { onDuty: 'yes' }), 400, 1005);
    refused(await device.post('/driver/duty', {}), 400, 1900);
    refused(await device.post('/driver/duty', { onDuty: true, time: 1e300 }), 400, 1000);
    assert.equal((await device.post('/driver/duty', { onDuty: true, time: now() + 10_000 })).status, 200);
    assert.equal((await device.post('/driver/duty', { onDuty: false, time: now() + 120_000 })).json.onDuty, false);
  });
});

describe('POST /driver/positions', () => {
  const known = async (client: DispatchClient, id: string) => (await client.get(`/workers/${id}`)).json;

  it('keeps the newest by the device clock as the last known one, whatever the order', async () => {
    const { client, signIn, worker, organizationId } = await fleet();
    const device = await signIn();
    const t = now();
    const positions = [
      { location: [3, 3], time: t - 1000 },
      { location: [1, 1], time: t - 3000 },
      { location: [2, 2], time: t - 2000, battery: 0.5 },
    ];
    assert.deepEqual((await device.post('/driver/positions', { positions })).json, { accepted: 3, ignored: 0 });
    assert.deepEqual((await known(client, worker.worker_id)).location, [3, 3]);
    // Late, repeated, from the future, from long ago.
    await device.post('/driver/positions', { location: [9, 9], time: t - 2500 });
    await device.post('/driver/positions', { positions });
    const odd = [
      { location: [8, 8], time: t + 3_600_000 },
      { location: [7, 7], time: t - 40 * 86_400_000 },
    ];
    assert.deepEqual((await device.post('/driver/positions', { positions: odd })).json, { accepted: 0, ignored: 2 });
    assert.deepEqual((await known(client, worker.worker_id)).location, [3, 3]);
    const history = await database.query(
      'select lon from dispatch.position_reports where organization_id = $1 order by at',
      [organizationId],
    );
    assert.deepEqual(
      history.rows.map((row) => row.lon),
      [1, 9, 2, 3],
    );
  });

  it('keeps battery and app data', async () => {
    const { client, signIn, worker } = await fleet();
    const device = await signIn();
    const userData = { appVersion: '2.1.2', deviceDescription: 'Pixel', platform: 'Android' };
    await device.post('/driver/positions', { location: here, time: now(), battery: 0.42, userData });
    const row = await known(client, worker.worker_id);
    assert.deepEqual(row.userData, { ...userData, batteryLevel: 0.42 });
    assert.ok(row.timeLastSeen > now() - 60_000);
    await device.post('/driver/positions', { userData: { batteryLevel: 0.4 } });
    assert.deepEqual((await known(client, worker.worker_id)).userData, { ...userData, batteryLevel: 0.4 });
  });

  it('takes an action ID once', async () => {
    const { signIn } = await fleet();
    const device = await signIn();
    const report = { location: here, time: now(), actionId: 'p1' };
    assert.deepEqual((await device.post('/driver/positions', report)).json, { accepted: 1, ignored: 0 });
    assert.deepEqual((await device.post('/driver/positions', report)).json, { accepted: 0, ignored: 1 });
  });

  it('refuses an action ID that stands for something else', async () => {
    const { signIn } = await fleet();
    const device = await signIn();
    const time = now() - 10;
    const reused = async (path: string, body: object) => {
      const answer = await device.post(path, { actionId: 'once', ...body });
      refused(answer, 400, 1000);
      assert.match(answer.json.message.cause, /actionId was already used for another action/);
    };
    const duty = (body: object) => device.post('/driver/duty', { actionId: 'once', ...body });
    assert.equal((await duty({ onDuty: true, time })).json.onDuty, true);
    // A retry may say another time, and what the device is like by now.
    assert.equal((await duty({ onDuty: true, time: time + 5, userData: { batteryLevel: 0.1 } })).status, 200);
    await reused('/driver/duty', { onDuty: false, time });
    await reused('/driver/positions', { location: here, time });
    const position = { location: here, time, actionId: 'place' };
    assert.equal((await device.post('/driver/positions', position)).json.accepted, 1);
    await reused('/driver/positions', { ...position, location: [1, 1] });
    refused(
      await device.post('/driver/positions', { ...position, location: [1, 1] }, { 'idempotency-key': 'k' }),
      400,
      1000,
    );
    refused(await device.post('/driver/duty', { actionId: 'place', onDuty: true }), 400, 1000);
    assert.equal((await device.get('/driver/me')).json.worker.onDuty, true);
  });

  it('a position that is ahead of time does not hide right ones until then', async () => {
    const { client, signIn, worker } = await fleet();
    const device = await signIn();
    const report = async (lon: number, time: number) => {
      const answer = await device.post('/driver/positions', { location: [lon, 0], time });
      assert.equal(answer.json.accepted, 1, answer.text);
      return (await known(client, worker.worker_id)).location[0];
    };
    const t = now();
    assert.equal(await report(1, t + 55_000), 1);
    server.clock.advance(5000);
    // If clocks of devices are ahead, the later time counts.
    assert.equal(await report(2, t + 54_000), 1);
    assert.equal(await report(3, now()), 3);
    assert.equal(await report(4, t - 1), 3);
    assert.equal(await report(5, now() + 50_000), 5);
    const near = await client.get('/workers/location?longitude=5&latitude=0');
    assert.deepEqual(near.json.workers, []);
    await device.post('/driver/duty', { onDuty: true });
    server.clock.advance(1000);
    assert.equal(await report(6, now()), 6);
    const found = await client.get('/workers/location?longitude=6&latitude=0');
    assert.equal(found.json.workers[0]?.id, worker.worker_id);
  });

  it('refuses what is no position', async () => {
    const { signIn } = await fleet();
    const device = await signIn();
    const one = { location: here, time: now() };
    refused(await device.post('/driver/positions', {}), 400, 1900);
    refused(await device.post('/driver/positions', { location: here }), 400, 1900);
    refused(await device.post('/driver/positions', { ...one, location: [200, 0] }), 400, 1000);
    refused(await device.post('/driver/positions', { ...one, time: 'now' }), 400, 1005);
    refused(await device.post('/driver/positions', { positions: [{ location: here }] }), 400, 1900);
    refused(await device.post('/driver/positions', { positions: Array(1001).fill(one) }), 400, 1000);
    const many = Array.from({ length: 1000 }, (_, n) => ({ ...one, time: now() - n }));
    assert.equal((await device.post('/driver/positions', { positions: many })).json.accepted, 1000);
  });
});

describe('tracking apps', () => {
  const basic = (name: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  });
  const tokenOf = (device: DispatchClient) => device.authorization.slice('Bearer '.length);

  it('get their settings from the driver’s app, with a token of their own', async () => {
    const { client, signIn, worker } = await fleet();
    const device = await signIn();
    const settings = async (app: string): Promise<URL> => {
      const { status, json, text } = await device.post('/driver/trackers', { app });
      assert.equal(status, 200, text);
      return new URL(json.url);
    };
    const inline = (await settings('owntracks')).searchParams.get('inline')!;
    const { _type, mode, url, password } = JSON.parse(Buffer.from(inline, 'base64').toString());
    assert.deepEqual([_type, mode, url], ['configuration', 3, `${server.url}/api/v2/driver/owntracks`]);
    const at = { _type: 'location', lat: 37.5, lon: -122.5, tst: Math.floor(now() / 1000) - 5 };
    assert.equal((await anyone.post('/driver/owntracks', at, basic('driver', password))).status, 200);
    const traccar = await settings('traccar');
    assert.equal(traccar.origin + traccar.pathname, `${server.url}/api/v2/driver/traccar`);
    const id = traccar.searchParams.get('id')!;
    assert.notEqual(id, password);
    // The phone that made it signs out; the tracker goes on.
    await device.post('/driver/sign-out', {});
    const report = await fetch(`${traccar}&lat=37.6&lon=-122.6&timestamp=${Math.floor(now() / 1000)}`);
    assert.equal(report.status, 200);
    const { location } = (await client.get(`/workers/${worker.worker_id}`)).json;
    assert.deepEqual(location, [-122.6, 37.6]);
  });

  it('have one token each: the next settings end the one before', async () => {
    const { signIn } = await fleet();
    const device = await signIn();
    const report = async (settings: string) =>
      (await fetch(`${settings}&lat=37.6&lon=-122.6&timestamp=${Math.floor(now() / 1000)}`)).status;
    const set = async () => (await device.post('/driver/trackers', { app: 'traccar' })).json.url as string;
    const other = (await device.post('/driver/trackers', { app: 'owntracks' })).json.url as string;
    const [first, second] = [await set(), await set()];
    assert.deepEqual([await report(first), await report(second)], [401, 200]);
    const { password } = JSON.parse(Buffer.from(new URL(other).searchParams.get('inline')!, 'base64').toString());
    const at = { _type: 'location', lat: 37.5, lon: -122.5, tst: Math.floor(now() / 1000) - 5 };
    assert.equal((await anyone.post('/driver/owntracks', at, basic('driver', password))).status, 200);
  });

  it('are not set up by a device that is being signed out', async () => {
    const { signIn, organizationId, worker } = await fleet();
    const device = await signIn();
    const answer = await whileHeld(
      server,
      (tx) => doNoteChosenPassword(tx.of(organizationId), worker.worker_id),
      () => device.post('/driver/trackers', { app: 'traccar' }),
    );
    refused(answer, 401, 1102);
    const owner = { organizationId, kind: 'worker', subject: worker.worker_id } as const;
    assert.deepEqual(await listCredentialsOf(server.services.database.reader, owner), []);
  });

  it('report as OwnTracks does over HTTP', async () => {
    const { client, signIn, worker } = await fleet();
    const token = tokenOf(await signIn());
    const message = {
      _type: 'location',
      lat: 37.5,
      lon: -122.5,
      tst: Math.floor(now() / 1000) - 5,
      batt: 87,
      acc: 12,
      vel: 36,
      tid: 'dd',
    };
    for (const [name, password] of [
      [token, ''],
      ['dora', token],
    ] as const) {
      const answer = await anyone.post('/driver/owntracks', message, basic(name, password));
      assert.deepEqual([answer.status, answer.json], [200, []], answer.text);
    }
    const row = (await client.get(`/workers/${worker.worker_id}`)).json;
    assert.deepEqual([row.location, row.userData.batteryLevel], [[-122.5, 37.5], 0.87]);
    const other = await anyone.post('/driver/owntracks', { _type: 'transition', event: 'enter' }, basic('dora', token));
    assert.deepEqual([other.status, other.json], [200, []]);
    // Members that the device knows nothing of are null.
    const unknown = { ...message, tst: message.tst + 1, lon: -122.6, batt: null, acc: null, vel: null, cog: null };
    assert.equal((await anyone.post('/driver/owntracks', unknown, basic('dora', token))).status, 200);
    assert.equal((await client.get(`/workers/${worker.worker_id}`)).json.location[0], -122.6);
    refused(await anyone.post('/driver/owntracks', { ...message, lon: null }, basic('dora', token)), 400, 1900);
    refused(await anyone.post('/driver/owntracks', { _type: 'location', lat: 1 }, basic('dora', token)), 400, 1900);
    refused(await anyone.post('/driver/owntracks', message, basic('dora', 'wrong')), 401, 1102);
  });

  it('report as Traccar and OsmAnd do', async () => {
    const { client, signIn, worker } = await fleet();
    const token = tokenOf(await signIn());
    const send = async (method: string, query: Record<string, string>, headers = {}, body?: string) => {
      const response = await fetch(`${server.url}/api/v2/driver/traccar?${new URLSearchParams(query)}`, {
        method,
        headers,
        body,
      });
      return { status: response.status, json: (await response.json()) as Answer['json'] };
    };
    const location = async () => (await client.get(`/workers/${worker.worker_id}`)).json.location;
    const seconds = (ago: number) => String(Math.floor(now() / 1000) - ago);
    const accepted = { status: 200, json: { accepted: 1, ignored: 0 } };
    const place = { lat: '37.1', lon: '-122.1' };
    assert.deepEqual(
      await send('GET', { id: token, ...place, timestamp: seconds(30), batt: '50.5', speed: '3' }),
      accepted,
    );
    assert.deepEqual(await location(), [-122.1, 37.1]);
    assert.deepEqual(
      await send('POST', { id: '17', lat: '37.2', lon: '-122.2', timestamp: seconds(20) }, basic('d', token)),
      accepted,
    );
    assert.deepEqual(await location(), [-122.2, 37.2]);
    const iso = new Date(now() - 10_000).toISOString();
    const coords = { latitude: 37.3, longitude: -122.3, accuracy: -1, speed: -1, heading: null };
    const body = JSON.stringify({
      device_id: '17',
      location: { timestamp: iso, coords, battery: { level: 0.25, is_charging: false } },
    });
    assert.deepEqual(await send('POST', {}, basic(token, ''), body), accepted);
    assert.deepEqual(await location(), [-122.3, 37.3]);
    assert.deepEqual(await send('GET', { id: token, lat: '37.4', lon: '-122.4' }), accepted);
    assert.deepEqual(await location(), [-122.4, 37.4]);
    // The token in the body, as the app's own settings put it there: JSON and form.
    const own = {
      device_id: token,
      location: { timestamp: null, coords: { ...coords, latitude: 37.5 }, battery: null },
    };
    assert.deepEqual(await send('POST', {}, {}, JSON.stringify(own)), accepted);
    assert.deepEqual(await location(), [-122.3, 37.5]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const fields = (more: object) => new URLSearchParams({ id: token, lat: '37.6', lon: '-122.6', ...more }).toString();
    assert.deepEqual(await send('POST', {}, form, fields({ timestamp: String(now() + 1) })), accepted);
    assert.deepEqual(await location(), [-122.6, 37.6]);
    assert.equal((await send('POST', {}, form, fields({ lat: 'north' }))).json.message.error, 1005);
    assert.equal((await send('POST', {}, form, fields({ id: 'wrong' }))).json.message.error, 1102);
    assert.equal((await send('POST', {}, form, 'id=%zz')).json.message.error, 1000);
    assert.equal((await send('POST', {}, {}, JSON.stringify({ ...own, device_id: 'wrong' }))).json.message.error, 1102);
    assert.equal((await send('POST', {}, {}, JSON.stringify({ ...own, device_id: 17 }))).json.message.error, 1100);
    assert.equal((await send('GET', { id: token, lat: '37.4' })).json.message.error, 1900);
    assert.equal((await send('GET', { id: token, lat: '97', lon: '1' })).json.message.error, 1000);
    assert.equal((await send('GET', { id: token, ...place, timestamp: 'noon' })).json.message.error, 1005);
    assert.equal((await send('GET', { id: 'wrong', ...place })).json.message.error, 1102);
    assert.equal((await send('GET', place)).json.message.error, 1100);
  });
});
