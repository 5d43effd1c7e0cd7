import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { ChatClient, DispatchClient } from '../harness/clients.ts';
import { lacksPython, SCHEMATHESIS_PYTHON } from '../harness/python.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { PASSWORD } from '../harness/visitors.ts';

const skip = lacksPython('schemathesis', SCHEMATHESIS_PYTHON, 'SCHEMATHESIS_PYTHON');

/** Requests to each operation: `SCHEMATHESIS_EXAMPLES=50` searches for longer, with other requests each time. */
const EXAMPLES = Number(process.env.SCHEMATHESIS_EXAMPLES ?? 1);
const isLong = EXAMPLES > 1;
const LONGEST_MS = isLong ? 30 * 60_000 : 110_000;

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Operations whose answer is a stream, which Schemathesis reads in a form of its own, and those that end a session. */
const WITHOUT = ['stream-events', 'watch-live', 'watch-tracking', 'watch-session', 'sign-out'];

let server: TestServer & AsyncDisposable;
let folder: string;
/** Lines of a configuration for each API: who calls, and the objects that paths name. */
let configurations: Record<string, string>;

before(async () => {
  if (skip) return;
  server = await startTestServer({ eventPollSeconds: 1 });
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-schemathesis-'));
  configurations = await prepare();
});

after(async () => {
  await server?.[Symbol.asyncDispose]();
  if (folder) await rm(folder, { recursive: true });
});

async function prepare(): Promise<Record<string, string>> {
  const { organization_id: organizationId, chat, dispatch } = await server.organization();
  const client = new ChatClient(chat);
  const { user_id } = (
    await client.post('/users', { email: 'dora@couriers.example', full_name: 'Dora Driver', password: PASSWORD })
  ).json;
  const { id: stream_id } = (
    await client.post('/channels/create', { name: 'alarms', subscribers: [chat.user_id, user_id] })
  ).json;
  const { id: message_id } = (
    await client.post('/messages', { type: 'channel', to: stream_id, topic: 'gates', content: 'Gate 4 is shut' })
  ).json;
  const { group_id: user_group_id } = (
    await client.post('/user_groups/create', { name: 'night shift', description: '', members: [user_id] })
  ).json;

  const api = new DispatchClient(dispatch);
  const [{ id: adminId }] = (await api.get('/admins')).json;
  const { id: teamId } = (await api.post('/teams', { name: 'North', workers: [], managers: [adminId] })).json;
  const driver = await createWorkerForCli(server.services, {
    organizationId,
    team: 'North',
    name: 'Dora Driver',
    phone: '+14155570001',
  });
  const { token } = (await api.post('/driver/sign-in', { phone: driver.phone, password: driver.password })).json;
  const destination = {
    address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
    location: [-122.4, 37.78],
  };
  const task = (
    await api.post('/tasks', {
      destination,
      recipients: [{ name: 'Rosa Recipient', phone: '+14155550142' }],
      container: { type: 'WORKER', worker: driver.worker_id },
    })
  ).json;
  const { id: routePlanId } = (
    await api.post('/routePlans', { name: 'Morning', startTime: 2_209_132_800_000, taskIds: [] })
  ).json;
  const { id: hubId } = (
    await api.post('/hubs', { name: 'Depot', address: destination.address, location: destination.location })
  ).json;
  const browser = new SessionBrowser(server.url);
  await browser.signIn(chat.email, PASSWORD);
  const parameters = (given: Record<string, unknown>) =>
    `[parameters]\n${Object.entries(given)
      .map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}\n`)
      .join('')}`;
  const basic = (username: string, password: string) =>
    `username = ${JSON.stringify(username)}\npassword = ${JSON.stringify(password)}\n`;
  return {
    chat: `[auth.openapi.key]\n${basic(chat.email, chat.api_key)}${parameters({ user_id, stream_id, message_id, user_group_id })}`,
    dispatch: `[auth.openapi.key]\n${basic(dispatch.api_key, '')}[auth.openapi.worker]\nbearer = ${JSON.stringify(token)}\n${parameters(
      {
        taskId: task.id,
        teamId,
        workerId: driver.worker_id,
        adminId,
        routePlanId,
        hubId,
        recipientId: task.recipients[0].id,
        destinationId: task.destination.id,
        token: task.trackingURL.split('/').at(-1),
      },
    )}`,
    session: `[headers]\n${Object.entries(browser.headers())
      .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
      .join('')}`,
  };
}

// Each is a process of its own, which needs some ten seconds to read its document.
describe('Schemathesis finds that', { concurrency: true, skip }, () => {
  for (const [api, prefix] of [
    ['chat', '/api/v1'],
    ['dispatch', '/api/v2'],
    ['session', '/api/session'],
  ] as const)
    test(`the ${api} API answers as its document says`, { timeout: LONGEST_MS + 10_000 }, async () => {
      const file = path.join(folder, `${api}.toml`);
      await writeFile(file, configurations[api]!);
      const document = path.join(folder, `${api}.json`);
      const served = await fetch(`${server.url}${prefix}/openapi.json`);
      await writeFile(document, JSON.stringify(adapted((await served.json()) as never)));
      const args = [
        '--config-file',
        file,
        'run',
        document,
        '--url',
        server.url + prefix,
        '--phases',
        isLong ? 'coverage,fuzzing' : 'fuzzing',
        '--max-examples',
        String(EXAMPLES),
        ...(isLong ? [] : ['--generation-deterministic', '--no-shrink']),
        '--checks',
        CHECKS.join(),
        '--no-color',
        // Two threads meet in a fault of Python 3.11 now and then (‘AST constructor recursion depth mismatch’).
        '--workers',
        '1',
        '--continue-on-failure',
        '--warnings',
        'off',
        '--suppress-health-check',
        'all',
        '--request-timeout',
        '20',
        ...WITHOUT.flatMap((id) => ['--exclude-operation-id', id]),
      ];
      const { status, text } = await run(args);
      assert.equal(status, 0, text);
    });
});

function run(args: readonly string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    execFile(
      SCHEMATHESIS_PYTHON,
      ['-m', 'schemathesis.cli', ...args],
      { cwd: folder, timeout: LONGEST_MS, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code ?? 1) : 0, text: stdout + stderr }),
    );
  });
}

/**
 * A served document as Schemathesis can use it: it turns lists of fixed length into a form that it refuses itself (4.32),
 * and the answer to a request whose head is too large, which the HTTP parser gives, stands in the text of the document.
 */
function adapted(document: { paths: Record<string, Record<string, { responses: object }>> }): unknown {
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    Object.assign(responses, { 431: { description: 'The head of the request is too large.' } });
  return withoutTuples(document);
}

function withoutTuples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTuples);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutTuples(member)]);
  const { prefixItems, ...others } = Object.fromEntries(members);
  return Array.isArray(prefixItems)
    ? { ...others, items: { anyOf: prefixItems }, maxItems: prefixItems.length }
    : others;
}
