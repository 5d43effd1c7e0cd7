import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { findDeclarations } from '../../platform/http/registry.ts';
import { type DispatchOperation, isDispatchOperation } from '../http/operation.ts';
import { doAddDelegatee } from './actions.ts';

const UNKNOWN = 'A'.repeat(24);

let server: TestServer & AsyncDisposable;
let mine: CreatedOrganization;
let operations: DispatchOperation[];

before(async () => {
  server = await startTestServer();
  mine = await server.organization();
  operations = (await findDeclarations(['dispatch'])).operations
    .filter(isDispatchOperation)
    .filter(({ access }) => access === 'apiKey');
});
after(() => server[Symbol.asyncDispose]());

const at = (path: string, id: string) => path.replaceAll(/:[A-Za-z]+/g, id);

test('every operation wants a key', async () => {
  assert.ok(operations.length > 50);
  for (const { method, path } of operations) {
    const answer = await fetch(`${server.url}/api/v2${at(path, UNKNOWN)}`, { method });
    const { code, message } = (await answer.json()) as { code: string; message: Record<string, unknown> };
    assert.deepEqual([answer.status, code, message.error], [401, 'InvalidCredentials', 1100], `${method} ${path}`);
    assert.ok(message.message && message.cause && message.request, 'every member says something');
  }
  const nobody = new DispatchClient({ url: server.url, api_key: 'wrong' });
  for (const { method, path } of operations)
    assert.equal((await nobody.request(method, at(path, UNKNOWN))).json.message.error, 1102, `${method} ${path}`);
});

test("no operation takes a worker's token or a chat key", async () => {
  const { organization_id: organizationId } = mine;
  const { key } = await server.services.database.transaction((tx) =>
    createCredential(tx, { organizationId, kind: 'worker', subject: UNKNOWN }),
  );
  const worker = new DispatchClient({ url: server.url, token: key });
  const chat = new DispatchClient({ url: server.url, api_key: mine.chat.api_key });
  for (const { method, path } of operations) {
    const answer = await worker.request(method, at(path, UNKNOWN));
    assert.deepEqual([answer.status, answer.json.message.error], [403, 1300], `${method} ${path}`);
    assert.equal((await chat.request(method, at(path, UNKNOWN))).json.message.error, 1102, `${method} ${path}`);
  }
});

test('a malformed ID is a wrong type, an unknown one is not found, a foreign one tells nothing more', async () => {
  const api = new DispatchClient({ ...mine.dispatch, url: server.url });
  const theirs = await server.organization();
  const other = new DispatchClient({ ...theirs.dispatch, url: server.url });
  const [owner] = (await other.get('/admins')).json;
  const team = (await other.post('/teams', { name: 'T', workers: [], managers: [owner.id] })).json;
  const worker = (await other.post('/workers', { name: 'W', phone: '+14155550133', teams: [team.id] })).json;
  const place = { address: { city: 'San Francisco', country: 'USA' }, location: [-122.4, 37.7] };
  const hub = (await other.post('/hubs', { name: 'H', ...place })).json;
  const recipient = (await other.post('/recipients', { name: 'R', phone: '+14155550134' })).json;
  const task = (await other.post('/tasks', { destination: place, recipients: [recipient.id] })).json;
  const batch = (await other.post('/tasks/batch-async', { tasks: [] })).json;
  const foreign: Record<string, string> = {
    organizationId: theirs.organization_id,
    adminId: owner.id,
    teamId: team.id,
    workerId: worker.id,
    hubId: hub.id,
    taskId: task.id,
    jobId: batch.jobId,
    entityId: worker.id,
    containerId: (await other.get(`/containers/workers/${worker.id}`)).json.id,
    destinationId: task.destination.id,
    recipientId: recipient.id,
  };
  // Spec: dispatch 1: of these another organization's is told from none.
  const outOfScope = ['destinationId', 'recipientId'];
  // An operation that receives a file checks it while it arrives.
  const withIds = operations.filter((operation) => operation.ids?.length && !operation.transport.takesFile);
  assert.ok(withIds.length > 25);
  const posted = { completionDetails: { success: true }, mode: 'distance', since: 0, text: 'We are on our way.' };
  const left = new Set(Object.keys(foreign));
  for (const { method, path: declared, ids, query } of withIds) {
    const name = ids![0]!;
    const path = declared.replace(':containerType', 'workers');
    // Some of the reads need a query before they look at anything.
    const needs = query ? '?from=0&to=1&dropoffLocation=1,2' : '';
    const body =
      method === 'PUT'
        ? { name: 'New name', tasks: [], entries: [], onDuty: true }
        : method === 'POST'
          ? posted
          : undefined;
    for (const malformed of ['x', `${UNKNOWN}A`, '-'.repeat(24), '%20'])
      assert.equal(
        (await api.request(method, at(path, malformed) + needs, body)).json.message.error,
        1005,
        `${method} ${path} ${malformed}`,
      );
    const unknown = await api.request(method, at(path, UNKNOWN) + needs, body);
    assert.deepEqual([unknown.status, unknown.json?.message?.error], [404, 1402], `${method} ${path} ${unknown.text}`);
    if (!foreign[name]) continue;
    left.delete(name);
    const answer = await api.request(method, at(path, foreign[name]) + needs, body);
    if (outOfScope.includes(name)) {
      assert.deepEqual([answer.status, answer.json.code, answer.json.message.error], [403, 'Forbidden', 1300]);
      continue;
    }
    assert.deepEqual(
      { ...answer.json.message, request: '' },
      { ...unknown.json.message, request: '' },
      `${method} ${path}`,
    );
  }
  assert.deepEqual((await other.get(`/workers/${worker.id}`)).json, worker);
  assert.deepEqual((await other.get('/hubs')).json, [hub]);
  assert.deepEqual((await other.get(`/tasks/${task.id}`)).json.recipients, [recipient]);
  assert.deepEqual([...left], [], 'every kind of ID was tried');
});

test('the organization and those that work for it', async () => {
  const api = new DispatchClient({ ...mine.dispatch, url: server.url });
  const own = (await api.get('/organization')).json;
  assert.deepEqual(
    { ...own, timeCreated: 0, timeLastModified: 0, name: '', email: '' },
    {
      id: mine.organization_id,
      timeCreated: 0,
      timeLastModified: 0,
      name: '',
      email: '',
      image: null,
      timezone: 'America/Los_Angeles',
      country: 'US',
      delegatees: [],
      driverSupportEmail: null,
    },
  );
  const fleet = await server.organization({ name: 'Fleet for Hire', country: 'GB' });
  assert.equal((await api.get(`/organizations/${fleet.organization_id}`)).json.message.error, 1402);
  await server.services.database.transaction(
    (tx) => doAddDelegatee(tx, fleet.organization_id, { isFulfillment: true }),
    { organizationId: mine.organization_id },
  );
  assert.deepEqual((await api.get('/organization')).json.delegatees, [fleet.organization_id]);
  const { json } = await api.get(`/organizations/${fleet.organization_id}`);
  assert.deepEqual([json.name, json.country, json.isFulfillment], ['Fleet for Hire', 'GB', true]);
  const back = new DispatchClient({ ...fleet.dispatch, url: server.url });
  assert.equal((await back.get(`/organizations/${mine.organization_id}`)).json.message.error, 1402);
});

test('the test of a key says whose it is', async () => {
  const api = new DispatchClient({ ...mine.dispatch, url: server.url });
  const { json } = await api.get('/auth/test');
  assert.equal(json.status, 200);
  assert.match(json.message, new RegExp(`^Hello organization '${mine.organization_id}' hitting .* from `));
});

test('a path or method that is not there says so in the form of every error', async () => {
  const api = new DispatchClient({ ...mine.dispatch, url: server.url });
  for (const [method, path, status, code, error] of [
    ['GET', '/planets', 404, 'ResourceNotFound', 1400],
    ['PATCH', '/workers', 405, 'MethodNotAllowed', 1401],
  ] as const) {
    const { status: given, json } = await api.request(method, path);
    assert.deepEqual([given, json.code, json.message.error], [status, code, error]);
    assert.ok(json.message.message && json.message.cause && json.message.request);
  }
});
