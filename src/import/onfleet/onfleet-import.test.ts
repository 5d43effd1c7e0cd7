import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { statementsOf } from '../../../tests/harness/statements.ts';
import { MAX } from '../../dispatch/organization/quotas.ts';
import { doFoundOrganization } from '../../pages/organizations/found-organization.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { sendRequest } from '../../platform/http-client/request.ts';
import { newObjectId } from '../../platform/ids.ts';
import { isOpenOrganization } from '../../platform/organizations/hosts.ts';
import { hashPassword } from '../../platform/people/passwords.ts';
import { ArchiveError } from '../archive/archive.ts';
import { OnfleetApi, type OnfleetRequests, readSourceUrl } from './api.ts';
import { readFleet, type SourceFleet } from './read-fleet.ts';
import { checkFleet, type FleetRunOptions, type ImportedFleetFrom, importFleetFrom } from './write-fleet.ts';

const receiver = await Receiver.start();
const [home, abroad] = await Promise.all([
  startTestServer({ webhookAllowInsecure: true }),
  startTestServer({ webhookAllowInsecure: true }),
]);
after(async () => {
  await home[Symbol.asyncDispose]();
  await abroad[Symbol.asyncDispose]();
  await receiver.stop();
});

const keyOf = ({ authorization }: DispatchClient) =>
  Buffer.from(authorization.slice('Basic '.length), 'base64').toString().slice(0, -1);
const quick: OnfleetRequests = { send: sendRequest, pause: async () => undefined };
const readFrom = (api: DispatchClient, requests = quick): Promise<SourceFleet> =>
  readFleet(new OnfleetApi(readSourceUrl(api.url), keyOf(api), requests));

let founded = 0;
const founderOn = ({ services }: TestServer): NonNullable<FleetRunOptions['found']> => {
  const n = ++founded;
  return async (tx) => {
    const ownerPasswordHash = await hashPassword(services, { organizationId: undefined }, 'correct horse battery');
    return doFoundOrganization(tx, services, {
      ...{ name: `Moved Couriers ${n}`, country: 'US', timezone: 'America/Los_Angeles', ownerName: 'Olive Owner' },
      ...{ ownerEmail: `olive${n}@moved.example`, ownerPasswordHash },
    });
  };
};

async function clientOf(server: TestServer, organizationId: string): Promise<DispatchClient> {
  const made = await server.services.database.transaction(
    (tx) => createCredential(tx, { organizationId, kind: 'dispatch', subject: null }),
    { organizationId },
  );
  return new DispatchClient({ url: server.url, api_key: made.key });
}

/** A fleet with something of everything, whose lists are in another order than they were made. */
async function makeFleet(server: TestServer) {
  const fleet = await startFleet(server);
  const { api, organization, team, worker, task } = fleet;
  const made = async (path: string, body: object) => {
    const answer = await api.post(path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const hub = await made('/hubs', { name: 'Depot', address: destinationAt().address });
  const east = await team('East', { hub: hub.id, enableSelfAssignment: true });
  const [dora, ben, gone] = [await worker([-122.4, 37.78]), await worker(undefined, 'East'), await worker()];
  await api.put(`/workers/${dora.id}`, {
    vehicle: { type: 'TRUCK', licensePlate: '8ABC123' },
    metadata: [{ name: 'shift', type: 'string', value: 'early', visibility: ['api'] }],
  });
  await made('/admins', { name: 'Dan Dispatcher', email: `dan${organization}@couriers.example`, isReadOnly: true });
  const alone = await made('/recipients', { name: 'Ána Alone', phone: '+14155550140', notes: 'Ring twice' });
  const rosa = { name: 'Rosa Recipient', phone: '+14155550142', skipSMSNotifications: true };
  const of = (type: 'WORKER' | 'TEAM', id: string) => ({ container: { type, [type.toLowerCase()]: id } });
  const first = await task({ ...of('WORKER', dora.id), recipients: [rosa], notes: 'first', quantity: 2 });
  const second = await task({ ...of('WORKER', dora.id), dependencies: [first.id], requirements: { photo: true } });
  const third = await task({ ...of('WORKER', dora.id), completeBefore: 4_000_000_000_000, pickupTask: true });
  assert.equal(
    (await api.put(`/containers/workers/${dora.id}`, { tasks: [third.id, first.id, second.id] })).status,
    200,
  );
  const teams = [await task(of('TEAM', east)), await task(of('TEAM', east))].map(({ id }) => id);
  assert.equal((await api.put(`/containers/teams/${east}`, { tasks: [0, teams[1]!] })).status, 200);
  const rest = [await task({ destination: destinationAt(-122.5, 37.7) }), await task(), await task()];
  assert.equal((await api.put(`/containers/organizations/${organization}`, { tasks: [0, rest[2].id] })).status, 200);
  const begun = await task(of('WORKER', ben.id));
  assert.equal((await ben.driver.post('/driver/duty', { onDuty: true })).status, 200);
  assert.equal((await ben.driver.post(`/driver/tasks/${begun.id}/start`, {})).status, 200);
  const done = await task(of('WORKER', gone.id));
  assert.equal((await gone.driver.post('/driver/duty', { onDuty: true })).status, 200);
  assert.equal((await gone.driver.post(`/driver/tasks/${done.id}/start`, {})).status, 200);
  const completion = { completionDetails: { success: false, notes: 'nobody there,\u2028not even a dog' } };
  assert.equal((await api.post(`/tasks/${done.id}/complete`, completion)).status, 200);
  assert.equal((await api.delete(`/workers/${gone.id}`)).status, 200);
  await made('/webhooks', { url: receiver.url, name: 'shop', trigger: 6 });
  return {
    ...fleet,
    hub: hub.id,
    east,
    dora: dora.id,
    ben: ben.id,
    gone: gone.id,
    alone: alone.id,
    begun,
    done,
    first,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as answered
type Any = any;

/** A fleet as integrators keep it, without the values that another server has of its own. */
async function shownBy(api: DispatchClient): Promise<Record<string, Any>> {
  const get = async (path: string) => {
    const answer = await api.get(path);
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    return answer.json;
  };
  const organization = (await get('/organization')).id;
  const own = (id: string) => (id === organization ? 'own' : id);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const teams: Any[] = await get('/teams');
  const workers: Any[] = await get('/workers');
  const tasks: Any[] = [];
  for (let lastId = ''; ; ) {
    const page = await get(`/tasks/all?from=1${lastId && `&lastId=${lastId}`}`);
    tasks.push(...page.tasks);
    if (!page.lastId) break;
    lastId = page.lastId;
  }
  const recipientOf = ({ organization: _, ...recipient }: Any) => recipient;
  const isGone = ({ container }: Any) => container.worker && workers.every(({ id }) => id !== container.worker);
  return {
    hubs: (await get('/hubs')).map(({ version: _, teams, ...hub }: Any) => ({ ...hub, teams: teams.toSorted() })),
    teams: teams
      .map(({ version: _, timeLastModified: _m, managers: _a, workers, ...team }) => ({
        ...{ ...team, workers: workers.toSorted() },
      }))
      .sort(byId),
    workers: workers
      .map(({ id, name, displayName, phone, tasks, teams, capacity, vehicle, metadata, skills, activeTask }) => ({
        ...{
          id,
          name,
          displayName,
          phone,
          tasks,
          teams: teams.toSorted(),
          capacity,
          vehicle,
          metadata,
          skills,
          activeTask,
        },
      }))
      .sort(byId),
    recipients: (await get('/recipients/all')).recipients.map(({ recipient }: Any) => recipientOf(recipient)),
    rest: (await get(`/containers/organizations/${organization}`)).tasks,
    tasks: tasks
      .map(({ trackingURL: _t, version: _v, organization: _o, merchant, executor, creator, ...task }) => ({
        ...task,
        ...{ merchant: own(merchant), executor: own(executor), creator: own(creator) },
        // The list of a worker who is gone is gone as well.
        container:
          task.container.organization || isGone(task) ? { type: 'ORGANIZATION', organization: 'own' } : task.container,
        recipients: task.recipients.map(recipientOf),
        ...{ eta: null, delayTime: null, estimatedArrivalTime: null, estimatedCompletionTime: null },
      }))
      .sort(byId),
  };
}

/** Events, and messages and calls that wait to be sent. */
async function tracesOf({ services }: TestServer, organizationId: string) {
  const reader = services.database.reader.of(organizationId);
  const kinds = await reader.all(sql<{ kind: string }>`
    select distinct kind from platform.event_log where organization_id = ${organizationId} order by kind`);
  const [waiting] = await reader.all(sql<{ sent: number }>`
    select (select count(*)::int from platform.outbox where organization_id = ${organizationId})
      + (select count(*)::int from dispatch.webhook_deliveries where organization_id = ${organizationId}) as sent`);
  return { kinds: kinds.map(({ kind }) => kind), sent: waiting!.sent };
}

test('a fleet comes to another server with its IDs, fields and orders of lists; nobody is told', async () => {
  const source = await makeFleet(home);
  const before = await shownBy(source.api);
  const from = readSourceUrl(source.api.url);
  const calls = receiver.deliveries.length;
  await using fleet = await readFrom(source.api);
  const dry = await checkFleet(abroad.services, fleet, { ownerEmail: 'somebody@moved.example' });
  const result = await importFleetFrom(abroad.services, fleet, { found: founderOn(abroad), from });
  assert.deepEqual(result.report, dry);
  const line = (what: string) => dry.find((row) => row.what === what);
  assert.deepEqual(
    ['hubs', 'teams', 'workers', 'recipients', 'tasks', 'webhooks'].map((what) => {
      const { comes, changed, stays } = line(what)!;
      return [what, comes, changed, stays];
    }),
    [
      ['hubs', 1, 0, 0],
      ['teams', 2, 0, 0],
      ['workers', 0, 2, 0],
      ['recipients', 2, 0, 0],
      ['tasks', 0, 10, 0],
      ['webhooks', 0, 0, 1],
    ],
  );
  const { organizationId } = result;
  assert.equal(await isOpenOrganization(abroad.services.database.reader, organizationId), true);
  const traces = await tracesOf(abroad, organizationId);
  assert.deepEqual(
    [traces.kinds.filter((kind) => /^(?:task|worker|team|hub|recipient|admin)/.test(kind)), traces.sent],
    [[], 0],
  );
  assert.equal(receiver.deliveries.length, calls);

  const api = await clientOf(abroad, organizationId);
  assert.deepEqual(await shownBy(api), before);
  const worker = (await api.get(`/workers/${source.dora}`)).json;
  assert.deepEqual([worker.onDuty, worker.accountStatus], [false, 'INVITED']);
  const admins: Any[] = (await api.get('/admins')).json;
  const dan = admins.find(({ name }) => name === 'Dan Dispatcher');
  assert.deepEqual([dan.isActive, dan.isReadOnly, admins.length], [false, true, 3]);
  const theirs: Any[] = (await source.api.get('/admins')).json;
  assert.ok(theirs.every(({ id }) => admins.some((admin) => admin.id === id)));
  assert.deepEqual((await api.get('/webhooks')).json, []);

  // Work goes on: lists take further tasks at their ends, and tasks are found, moved and completed by their old IDs.
  const next = (
    await api.post('/tasks', { destination: destinationAt(), container: { type: 'WORKER', worker: source.dora } })
  ).json;
  const list = (await api.get(`/containers/workers/${source.dora}`)).json.tasks;
  assert.deepEqual(list, [...before.workers.find(({ id }: Any) => id === source.dora).tasks, next.id]);
  assert.equal((await api.get(`/tasks/shortId/${source.first.shortId}`)).json.id, source.first.id);
  const completion = { completionDetails: { success: true } };
  assert.equal((await api.post(`/tasks/${source.begun.id}/complete`, completion)).status, 200);
  assert.equal((await api.get(`/workers/${source.ben}`)).json.activeTask, null);
  assert.equal((await api.put(`/recipients/${source.alone}`, { notes: 'new' })).status, 200);

  await assert.rejects(
    importFleetFrom(abroad.services, fleet, { found: founderOn(abroad), from }),
    new RegExp(`imported as organization ${organizationId}\\. With --organization`),
  );
  // New tasks come; those that are here stay as they are here.
  const late = await source.task({ notes: 'late' });
  await using again = await readFrom(source.api);
  const more = await importFleetFrom(abroad.services, again, { into: organizationId, from });
  const tasks = more.report.find(({ what }) => what === 'tasks')!;
  assert.deepEqual([tasks.changed, tasks.stays], [1, 10]);
  assert.equal((await api.get(`/tasks/${late.id}`)).json.notes, 'late');
  assert.deepEqual((await api.get(`/containers/workers/${source.dora}`)).json.tasks, list);
  assert.equal((await api.get(`/recipients/${source.alone}`)).json.notes, 'new');
});

test('a run that ends after any batch is gone on with, and nothing comes twice', async () => {
  const source = await makeFleet(home);
  const before = await shownBy(source.api);
  const from = readSourceUrl(source.api.url);
  const found = founderOn(abroad);
  let result: ImportedFleetFrom | undefined;
  let organizationId = '';
  for (let kills = 0; !result; kills++) {
    assert.ok(kills < 10);
    await using fleet = await readFrom(source.api);
    let batches = 0;
    const progress = () => {
      // The batch is committed: a kill would be here.
      if (batches++ === kills) throw new Error('killed');
    };
    result = await importFleetFrom(abroad.services, fleet, { found, from, progress }).catch((error: Error) => {
      assert.equal(error.message, 'killed');
      return undefined;
    });
    const { reader } = abroad.services.database;
    const [row] = await reader.all(sql<{ id: string }>`
      select organization_id as id from platform.organization_imports order by begun_at desc limit 1`);
    if (organizationId !== '') assert.equal(row!.id, organizationId);
    organizationId = row!.id;
    assert.equal(await isOpenOrganization(reader, organizationId), result !== undefined);
  }
  assert.equal(result.organizationId, organizationId);
  assert.deepEqual(await shownBy(await clientOf(abroad, organizationId)), before);
});

test('a fleet comes into an organization that is there: who is known by number, address or name is meant', async () => {
  const source = await makeFleet(home);
  const target = await startFleet(home);
  const from = readSourceUrl(source.api.url);
  const known = (await target.api.post('/recipients', { name: 'Rosa Here', phone: '+14155550142' })).json;
  const own = await target.task();
  const calls = receiver.deliveries.length;
  assert.equal((await target.api.post('/webhooks', { url: receiver.url, name: 'here', trigger: 6 })).status, 200);
  await using fleet = await readFrom(source.api);
  const dry = await checkFleet(home.services, fleet, { organizationId: target.organization });
  const result = await importFleetFrom(home.services, fleet, { into: target.organization, from });
  assert.deepEqual(result.report, dry);
  assert.equal(result.organizationId, target.organization);
  const { teams, workers, rest, tasks } = await shownBy(target.api);
  const there = await shownBy(source.api);
  // North is known by its name.
  assert.deepEqual(teams.map(({ name }: Any) => name).sort(), ['East', 'North']);
  const dora = workers.find(({ id }: Any) => id === source.dora);
  assert.deepEqual(
    [dora.teams, dora.tasks],
    [[target.north], there.workers.find(({ id }: Any) => id === source.dora).tasks],
  );
  assert.deepEqual(rest, [own.id, ...there.rest]);
  assert.equal(tasks.find(({ id }: Any) => id === source.first.id).recipients[0].id, known.id);
  assert.equal((await target.api.get(`/tasks/${own.id}`)).json.id, own.id);
  // The webhook of the organization hears of what people do afterwards, and of nothing else.
  const later = await target.task();
  const deliveries = await receiverUntil(({ body }) => body.taskId === later.id);
  assert.equal(deliveries.length - calls, 1);
  assert.deepEqual(await shownBy(source.api), there);
  const again = await importFleetFrom(home.services, fleet, { into: target.organization, from });
  assert.ok(
    again.report
      .filter(({ what }) => what === 'tasks' || what === 'hubs')
      .every((row) => row.comes + row.changed === 0),
  );
});

test('two imports into one organization at once write each thing once, in order, and are followed as one', async () => {
  const source = await makeFleet(home);
  const target = await startFleet(home);
  const from = readSourceUrl(source.api.url);
  const there = await shownBy(source.api);
  await using fleet = await readFrom(source.api);
  const into = { into: target.organization, from };
  const runs = await Promise.all([0, 1].map(() => importFleetFrom(home.services, fleet, into)));
  const came = runs.map(({ report }) => report.find(({ what }) => what === 'tasks')!.changed);
  assert.equal(came[0]! + came[1]!, there.tasks.length);
  const here = await shownBy(target.api);
  assert.deepEqual(
    [here.rest, here.tasks.map(({ id }: Any) => id), here.workers.map(({ tasks }: Any) => tasks)],
    [there.rest, there.tasks.map(({ id }: Any) => id), there.workers.map(({ tasks }: Any) => tasks)],
  );
  const followed = await home.services.database.reader.all(sql<{ phase: string }>`
    select phase from platform.import_runs where organization_id = ${target.organization}`);
  assert.deepEqual(followed, [{ phase: 'ended' }]);
});

test('two imports that make an organization at once make one, which is whole', async () => {
  const source = await makeFleet(home);
  const before = await shownBy(source.api);
  const from = readSourceUrl(source.api.url);
  const runs = await Promise.allSettled(
    [0, 1].map(async () => {
      await using fleet = await readFrom(source.api);
      return await importFleetFrom(abroad.services, fleet, { found: founderOn(abroad), from });
    }),
  );
  const [done, ...more] = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value] : []));
  const [refused] = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason as Error] : []));
  assert.equal(more.length, 0);
  assert.match(refused!.message, /Another process imports this fleet|was imported as organization/);
  assert.deepEqual(await shownBy(await clientOf(abroad, done!.organizationId)), before);
});

test('a dry run sees what a batch before has planned, and what an organization may have, as the import does', async () => {
  const source = await startFleet(home);
  await source.task({ recipients: [{ name: 'Rosa', phone: '+14155550142' }] });
  await source.worker();
  const target = await startFleet(home);
  const from = readSourceUrl(source.api.url);
  await using fleet = await readFrom(source.api);
  /** Copies of a thing for more than one batch; the last one has what the first one is recognised by. */
  const many = <Thing extends { id: string }>(thing: Thing, own: (n: number) => Partial<Thing>): Thing[] =>
    Array.from({ length: 520 }, (_, n) => ({ ...thing, id: newObjectId(), ...own(n < 519 ? n : 0) }));
  const phone = (n: number) => `+1415557${String(n).padStart(4, '0')}`;
  fleet.recipients = many(fleet.recipients[0]!, (n) => ({ phone: phone(n) }));
  fleet.workers = many(fleet.workers[0]!, (n) => ({ phone: phone(n) }));
  fleet.teams = many(fleet.teams[0]!, (n) => ({ name: `Team ${n}` }));
  const admin = fleet.administrators[0]!;
  fleet.administrators = many(admin, (n) => ({ email: `dan${n}@${target.organization}.example` }));
  const dry = await checkFleet(home.services, fleet, { organizationId: target.organization });
  const known = dry.filter(({ why }) => /known here/.test(why)).map(({ what }) => what);
  assert.deepEqual(known.sort(), ['administrators', 'recipients', 'teams', 'workers']);
  assert.deepEqual((await importFleetFrom(home.services, fleet, { into: target.organization, from })).report, dry);

  const full = await startFleet(home);
  await home.services.database.transaction(
    (tx) =>
      tx.run(sql`
      insert into dispatch.teams (organization_id, id, name, enable_self_assignment, created_at, modified_at)
      select ${full.organization}, lpad(n::text, 24, '0'), 'Old ' || n, false, now(), now()
      from generate_series(1, ${MAX.teams - 510}) n`),
    { organizationId: full.organization },
  );
  const sentence = /An organization can have at most 10000 teams/;
  await assert.rejects(checkFleet(home.services, fleet, { organizationId: full.organization }), sentence);
  await assert.rejects(importFleetFrom(home.services, fleet, { into: full.organization, from }), sentence);
  // The owner of a new organization is one of its administrators.
  fleet.teams = [];
  fleet.administrators = Array.from({ length: MAX.administrators }, (_, n) => ({
    ...{ ...admin, id: newObjectId(), email: `dan${n}@couriers.example` },
  }));
  await assert.rejects(
    checkFleet(home.services, fleet, { ownerEmail: 'olive@couriers.example' }),
    /at most 10000 administrators/,
  );
});

test('a driver who is at another task here gets the active one of there as their next; lists take what there is', async () => {
  const source = await startFleet(home);
  const target = await startFleet(home);
  const from = readSourceUrl(source.api.url);
  const importAgain = async () => {
    await using fleet = await readFrom(source.api);
    const dry = await checkFleet(home.services, fleet, { organizationId: target.organization });
    const { report } = await importFleetFrom(home.services, fleet, { into: target.organization, from });
    assert.deepEqual(report, dry);
    return report.find(({ what }) => what === 'tasks')!;
  };
  const ben = await source.worker([-122.4, 37.78]);
  const container = { type: 'WORKER', worker: ben.id };
  const first = await source.task({ container });
  assert.equal((await ben.driver.post(`/driver/tasks/${first.id}/start`, {})).status, 200);
  await importAgain();
  const completion = { completionDetails: { success: true } };
  assert.equal((await source.api.post(`/tasks/${first.id}/complete`, completion)).status, 200);
  const second = await source.task({ container });
  assert.equal((await ben.driver.post(`/driver/tasks/${second.id}/start`, {})).status, 200);
  assert.match((await importAgain()).why, /have another active task are assigned and not begun/);
  const { activeTask, tasks } = (await target.api.get(`/workers/${ben.id}`)).json;
  assert.deepEqual([activeTask, tasks], [first.id, [second.id]]);
  const { state, completionDetails } = (await target.api.get(`/tasks/${second.id}`)).json;
  assert.deepEqual([state, completionDetails.events], [1, []]);

  // A driver who was deleted here comes again, with the tasks that are new.
  const gone = await source.worker();
  await importAgain();
  await target.task({ container: { type: 'WORKER', worker: gone.id } });
  assert.equal((await target.api.delete(`/workers/${gone.id}`)).status, 200);
  const late = await source.task({ container: { type: 'WORKER', worker: gone.id } });
  await importAgain();
  assert.deepEqual((await target.api.get(`/workers/${gone.id}`)).json.tasks, [late.id]);

  // Ten thousand tasks and more fall into a list whose teams are deleted.
  await home.services.database.transaction(
    (tx) =>
      tx.run(sql`
      update dispatch.containers set task_count = 10000
      where organization_id = ${target.organization} and owner_id = ${ben.id}`),
    { organizationId: target.organization },
  );
  const third = await source.task({ container });
  await importAgain();
  assert.deepEqual((await target.api.get(`/workers/${ben.id}`)).json.tasks, [second.id, third.id]);
});

test('a batch takes as many statements for many drivers as for two', async () => {
  const from = readSourceUrl('http://127.0.0.1');
  const statementsFor = async (count: number) => {
    const source = await startFleet(home);
    const target = await startFleet(home);
    for (let n = 0; n < count; n++) {
      const { id } = await source.worker();
      await source.task({ container: { type: 'WORKER', worker: id } });
    }
    await using fleet = await readFrom(source.api);
    const run = () => importFleetFrom(home.services, fleet, { into: target.organization, from });
    return (await statementsOf(/insert into dispatch.containers/, run)).length;
  };
  assert.equal(await statementsFor(8), await statementsFor(2));
});

test('nothing of what people wrote lies about in files while an import runs', async () => {
  const { api } = await makeFleet(home);
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-test-'));
  try {
    process.env.TMPDIR = folder;
    await using fleet = await readFrom(api);
    assert.deepEqual([fleet.completed.count, await readdir(folder)], [1, []]);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true });
  }
});

async function receiverUntil(isIt: (delivery: Receiver['deliveries'][number]) => boolean) {
  await until(() => receiver.deliveries.some(isIt));
  return receiver.deliveries;
}

test('a value that the database refuses leaves no new organization behind', async () => {
  const source = await makeFleet(home);
  await using fleet = await readFrom(source.api);
  // Reading lets no such text through.
  fleet.open.at(-1)!.notes = '\0';
  const count = async () =>
    (
      await abroad.services.database.reader.all(
        sql<{ n: number }>`select count(*)::int as n from platform.organizations`,
      )
    )[0]!.n;
  const before = await count();
  const from = readSourceUrl(source.api.url);
  const run = importFleetFrom(abroad.services, fleet, { found: founderOn(abroad), from });
  await assert.rejects(run, /The database does not take a row of the fleet/);
  assert.equal(await count(), before);
});

test('many tasks, some written at the same moment, keep their order over pages and batches', async () => {
  const source = await startFleet(home);
  const container = { type: 'TEAM', team: source.north };
  for (let n = 0; n < 2; n++) {
    const tasks = Array.from({ length: 255 }, (_, m) => ({
      destination: destinationAt(),
      notes: `${n} ${m}`,
      container,
    }));
    const made = await source.api.post('/tasks/batch', { tasks });
    assert.equal(made.json.errors.length, 0, made.text);
  }
  const list = await source.container('teams', source.north);
  const turned = list.toReversed();
  assert.equal((await source.api.put(`/containers/teams/${source.north}`, { tasks: [0, ...turned] })).status, 200);
  await using fleet = await readFrom(source.api);
  assert.equal(fleet.open.length, 510);
  const from = readSourceUrl(source.api.url);
  const { organizationId } = await importFleetFrom(abroad.services, fleet, { found: founderOn(abroad), from });
  const api = await clientOf(abroad, organizationId);
  assert.deepEqual((await api.get(`/containers/teams/${source.north}`)).json.tasks, turned);
});

/** A server that answers as it is told. */
async function answering(answer: (path: string, n: number) => { status: number; body?: unknown; headers?: object }) {
  let requests = 0;
  const server = http.createServer((request, response) => {
    const { status, body = {}, headers = {} } = answer(request.url!, requests++);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, count: () => requests, [Symbol.asyncDispose]: async () => void server.close() };
}

test('what cannot be read is refused in a sentence, and the key is in none', async () => {
  for (const [url, sentence] of [
    ['nowhere', /--url must be an address/],
    ['ftp://dispatch.example.com', /--url must be an address/],
    ['http://dispatch.example.com', /must start with https/],
    ['https://key@dispatch.example.com', /must not have a key in it/],
  ] as const)
    assert.throws(() => readSourceUrl(url), sentence);
  assert.equal(readSourceUrl('https://d.example.com/').href, 'https://d.example.com/api/v2');
  assert.equal(readSourceUrl('https://d.example.com/api/v2/').href, 'https://d.example.com/api/v2');

  const { api } = await startFleet(home);
  const key = 'wrong-key-of-somebody';
  const refusedWith = async (work: Promise<unknown>, sentence: RegExp) =>
    assert.rejects(work, (error: Error) => {
      assert.ok(error instanceof ArchiveError, error.stack);
      assert.match(error.message, sentence);
      assert.ok(!error.message.includes(key) && !error.message.includes(Buffer.from(`${key}:`).toString('base64')));
      return true;
    });
  const readAt = (url: string, requests = quick) => readFleet(new OnfleetApi(readSourceUrl(url), key, requests));
  await refusedWith(readAt(api.url), /does not accept the key/);
  await using wrong = await answering(() => ({ status: 200, body: { hello: 'world' } }));
  await refusedWith(readAt(wrong.url), /\/organization has another shape than the dispatch API/);
  await using nothing = await answering(() => ({ status: 404 }));
  await refusedWith(readAt(nothing.url), /has no \/organization\. Check --url/);
  await using elsewhere = await answering(() => ({ status: 302, headers: { location: 'https://other.example' } }));
  await refusedWith(readAt(elsewhere.url), /with status 302\. Check --url/);
  assert.equal(elsewhere.count(), 1);
  await using endless = await answering((path) =>
    path.includes('/tasks/all')
      ? { status: 200, body: { tasks: [], lastId: (path.includes('lastId=a') ? 'b' : 'a').repeat(24) } }
      : path.includes('/organization')
        ? { status: 200, body: { id: 'b'.repeat(24), name: 'Loop' } }
        : { status: path.includes('/recipients') ? 400 : 200, body: [] },
  );
  await refusedWith(readAt(endless.url), /does not end: its pages lead in a circle/);
  const hub = { id: 'c'.repeat(24), name: 'Depot', location: [0, 0], address: {} };
  await using twice = await answering((path) => {
    if (path.includes('/organization')) return { status: 200, body: { id: 'b'.repeat(24), name: 'Twice', tasks: [] } };
    if (path.includes('/tasks/all')) return { status: 200, body: { tasks: [] } };
    return { status: path.includes('/recipients') ? 404 : 200, body: path.endsWith('/hubs') ? [hub, hub] : [] };
  });
  await refusedWith(readAt(twice.url), /\/hubs has the ID c{24} twice/);
  const { url } = wrong;
  await wrong[Symbol.asyncDispose]();
  await refusedWith(readAt(url), /could not send \/organization\. .* Run the import again later/);
  assert.ok(![...home.logged, ...abroad.logged].some((line) => line.includes(key)));
});

test('requests keep to the rate of the API, and wait where they are told to', async () => {
  const { api } = await startFleet(home);
  const pauses: number[] = [];
  let asked = 0;
  const busy: OnfleetRequests = {
    send: async (request) => {
      const answer = await sendRequest(request);
      return ++asked === 2 ? { ...answer, status: 429, retryAfter: '7' } : answer;
    },
    pause: async (milliseconds) => pauses.push(milliseconds),
  };
  await using fleet = await readFrom(api, busy);
  assert.equal(fleet.teams.length, 1);
  assert.ok(pauses.includes(7000), String(pauses));
  // Every other request came sooner than a twentieth of a second after the one before, and so waited.
  assert.ok(pauses.length >= asked - 1 && pauses.every((pause) => pause > 0), `${asked}: ${pauses}`);
});
