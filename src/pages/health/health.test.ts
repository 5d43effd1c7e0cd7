import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { Config } from '../../platform/config.ts';
import { sql } from '../../platform/db/sql.ts';
import { freeBytes } from '../../platform/postgres/disk-space.ts';
import type { Services } from '../../platform/services.ts';
import { commandWords } from '../../platform/texts/health-words.ts';
import { askTimeServer } from './ask-time-server.ts';
import { examineDatabase } from './examine-database.ts';
import { examineMachine } from './examine-machine.ts';
import { examineOutside } from './examine-outside.ts';
import { examinePublicUrl } from './examine-public-url.ts';
import type { Finding } from './finding.ts';

/** Nothing listens there. */
const CLOSED = '127.0.0.1:1';
const MIB = 2 ** 20;

let server: TestServer & AsyncDisposable;
let folder: string;
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'health-'));
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The services with other settings; what is kept for services is made anew for these. */
const withSettings = (changed: Partial<Config>): Services => ({
  ...server.services,
  config: { ...server.services.config, ...changed },
});

const outside = (services: Services) => examineOutside(services, commandWords());
const stateOf = (findings: Finding[], check: string) => findings.find((each) => each.check === check)?.state;
const detailOf = (findings: Finding[], check: string) => findings.find((each) => each.check === check)?.detail;

/** Listens on a free port until the test ends, and returns `host:port`. */
async function listen(listening: HttpServer | TcpServer): Promise<string> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  after(() => listening.close());
  return `127.0.0.1:${(listening.address() as { port: number }).port}`;
}

const listenForHttp = (serve: RequestListener) => listen(createServer(serve));

test('nothing is asked that is not configured', async () => {
  assert.deepEqual(await outside(server.services), []);
});

test('each service outside that does not respond fails, and one that refuses to sign in', async () => {
  const findings = await outside(
    withSettings({
      smtpUrl: `smtp://user:password@${CLOSED}`,
      mailFrom: 'Hubbub <hubbub@mail.example>',
      smsProvider: 'vonage',
      smsUrl: await listenForHttp((_request, response) => response.writeHead(401).end()).then((at) => `http://${at}`),
      smsAccount: 'key',
      smsSecret: 'secret',
      geocoder: 'photon',
      geocoderUrl: `http://${CLOSED}`,
      router: 'osrm',
      routerUrl: `http://${CLOSED}`,
      vroomUrl: await listenForHttp((_request, response) => response.writeHead(502).end()).then((at) => `http://${at}`),
      clamdAddress: CLOSED,
    }),
  );
  assert.deepEqual(
    findings.map(({ check, state }) => [check, state]),
    ['mail', 'SMS', 'geocoder', 'router', 'VROOM', 'virus scanner'].map((check) => [check, 'fail']),
  );
  assert.match(detailOf(findings, 'SMS')!, /refuses the account \(status 401\)$/);
  assert.match(detailOf(findings, 'VROOM')!, /responded with status 502$/);
});

test('those that respond pass: they are asked for nothing, and the accounts are signed in with', async () => {
  const smtp = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'mail' }) : done(new Error('wrong password')),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  after(() => smtp.close(() => {}));
  const { port } = smtp.server.address() as { port: number };
  const asked: string[] = [];
  const http = await listenForHttp(({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.authorization ?? ''}`.trim());
    response.writeHead(404).end();
  });
  const scanner = await listen(createTcpServer((socket) => socket.once('data', () => socket.end('PONG\0'))));
  const settings = (password: string) => ({
    smtpUrl: `smtp://mail:${password}@127.0.0.1:${port}`,
    mailFrom: 'Hubbub <hubbub@mail.example>',
    smsProvider: 'twilio' as const,
    smsUrl: `http://${http}`,
    smsAccount: 'AC1',
    smsSecret: 'token',
    geocoder: 'nominatim' as const,
    geocoderUrl: `http://${http}/geo`,
    clamdAddress: scanner,
  });
  const findings = await outside(withSettings(settings('right')));
  assert.deepEqual(
    findings.map(({ state }) => state),
    findings.map(() => 'ok'),
    JSON.stringify(findings),
  );
  const basic = `Basic ${Buffer.from('AC1:token').toString('base64')}`;
  assert.deepEqual(asked.toSorted(), ['GET /2010-04-01/Accounts/AC1.json '.concat(basic), 'GET /geo']);
  assert.equal(stateOf(await outside(withSettings(settings('wrong'))), 'mail'), 'fail');
});

test('a disk below the reserve fails, one below twice that too, and one that will be full soon warns', async () => {
  const free = (await freeBytes(server.services.config.dataDir)) / MIB;
  const withReserve = async (share: number) =>
    stateOf(await examineMachine(withSettings({ diskReserveMib: Math.floor(free * share) }), commandWords()), 'disk');
  assert.deepEqual(
    [await withReserve(1.5), await withReserve(0.75), await withReserve(0.35)],
    ['fail', 'fail', 'warn'],
  );
});

test('a clock that differs from the time server’s is told, and a time server that is silent', async () => {
  /** Minutes by which the time server is behind. */
  let behind = 0;
  const timeServer = createSocket('udp4').on('message', (question, { address, port }) => {
    assert.deepEqual([question.length, question[0]], [48, 0x23]);
    const answer = Buffer.alloc(48);
    answer[1] = behind === 3 ? 0 : 2;
    const ms = Date.now() - behind * 60_000;
    answer.writeUInt32BE(Math.floor(ms / 1000) + 2_208_988_800, 40);
    answer.writeUInt32BE(Math.floor(((ms % 1000) / 1000) * 2 ** 32), 44);
    timeServer.send(answer, port, address);
  });
  await new Promise<void>((resolve) => timeServer.bind(0, '127.0.0.1', resolve));
  after(() => timeServer.close());
  const address = `127.0.0.1:${timeServer.address().port}`;
  assert.ok(Math.abs((await askTimeServer(address)) - Date.now()) < 5000);
  const examined = async () => await examineMachine(withSettings({ timeServer: address }), commandWords());
  assert.match(
    detailOf(await examined(), 'clock')!,
    /^(0|-?[1-9]\d*) ms off the database, (0|-?[1-9]\d*) ms off 127\.0\.0\.1:\d+$/,
  );
  behind = 2;
  assert.equal(stateOf(await examined(), 'clock'), 'fail');
  behind = 3;
  const [silent] = (await examined()).filter(({ check }) => check === 'clock');
  assert.deepEqual([silent!.state, /it is not synchronized$/.test(silent!.detail)], ['warn', true]);
});

test('the public URL is looked up, and its certificate says until when it is valid', async (t) => {
  const examine = (publicUrl: string | undefined) => examinePublicUrl(withSettings({ publicUrl }), commandWords());
  assert.equal(stateOf(await examine(undefined), 'public URL'), 'warn');
  assert.equal(stateOf(await examine('http://nobody.invalid'), 'public URL'), 'fail');
  assert.deepEqual(await examine('http://localhost:9800'), [
    { check: 'public URL', state: 'ok', detail: 'http://localhost:9800' },
  ]);
  const closed = await examine(`https://${CLOSED.replace('127.0.0.1', 'localhost')}`);
  assert.equal(stateOf(closed, 'certificate'), 'warn');
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '90'],
    ...['-subj', '/CN=localhost', '-keyout', `${folder}/key.pem`, '-out', `${folder}/certificate.pem`],
  ]);
  if (made.error) {
    t.diagnostic('without openssl no certificate is made: only addresses without one are checked');
    return;
  }
  const [key, cert] = await Promise.all(['key', 'certificate'].map((name) => readFile(`${folder}/${name}.pem`)));
  const at = await listen(createTlsServer({ key: key!, cert: cert! }));
  const found = await examine(`https://${at.replace('127.0.0.1', 'localhost')}`);
  assert.deepEqual(
    [
      stateOf(found, 'certificate'),
      /^of localhost, valid until .*: DEPTH_ZERO_SELF_SIGNED_CERT$/.test(detailOf(found, 'certificate')!),
    ],
    ['fail', true],
  );
  server.clock.advance(100 * 86_400_000);
  assert.match(
    detailOf(await examine(`https://${at.replace('127.0.0.1', 'localhost')}`), 'certificate')!,
    /: expired$/,
  );
  server.clock.advance(-100 * 86_400_000);
});

test('messages that wait or failed are told, and values that the keys do not open', async () => {
  const { database, clock } = server.services;
  const { organization_id: id } = await server.organization();
  const examined = () => examineDatabase(server.services);
  const before = await examined();
  assert.deepEqual(
    ['SMS queue', 'e-mail queue', 'standby', 'sealing key'].map((check) => stateOf(before, check)),
    ['ok', 'ok', 'ok', 'ok'],
  );
  const now = clock.now();
  const insert = (channel: string, state: string, due: Date) =>
    database.transaction((tx) =>
      tx.run(sql`
        insert into platform.outbox (organization_id, channel, recipient, body, created_at, state, due_at)
        values (${id}, ${channel}, 'somebody', 'text', ${now}, ${state}, ${due})`),
    );
  await insert('sms', 'failed', now);
  await insert('email', 'queued', new Date(now.getTime() - 599_000));
  assert.equal(stateOf(await examined(), 'e-mail queue'), 'ok');
  await insert('email', 'queued', new Date(now.getTime() - 660_000));
  const found = await examined();
  assert.deepEqual([stateOf(found, 'SMS queue'), stateOf(found, 'e-mail queue')], ['warn', 'warn']);
  assert.match(detailOf(found, 'SMS queue')!, /^0 due, the oldest for 0 s; 0 sent and 1 failed in a day$/);
  // A value of a key that nobody has: its mark is none of ours.
  await database.transaction((tx) =>
    tx.run(sql`
      insert into platform.sealed_secrets (organization_id, name, sealed)
      select ${id}, 'lost', decode(repeat('ab', 64), 'hex')`),
  );
  assert.equal(stateOf(await examined(), 'sealing key'), 'fail');
});
