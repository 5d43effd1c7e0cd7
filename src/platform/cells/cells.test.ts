import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { TestDirectory } from '../../../tests/harness/cells.ts';
import { until } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { twilioSignature } from '../../../tests/harness/signed-sms.ts';
import { SmsProviderServer } from '../../../tests/harness/sms-provider.ts';
import { startServer } from '../../app.ts';
import { setAddressing } from '../../cli/address-commands.ts';
import { addCell, cellList } from '../../cli/cells.ts';
import { exportOrganizationToFile } from '../../cli/export-organization.ts';
import { readExport } from '../../cli/import-hubbub.ts';
import { type CreatedOrganization, createOrganization } from '../../cli/organizations.ts';
import { sendTestMessage } from '../../cli/send-test.ts';
import { openArchive } from '../../import/archive/open-archive.ts';
import { importExport } from '../../import/hubbub/write-export.ts';
import { examineCells } from '../../pages/health/examine-cells.ts';
import { sql } from '../db/sql.ts';
import { hashPassword } from '../people/passwords.ts';
import { CellDirectoryAway, CellRefusal } from './errors.ts';

const PUBLIC_URL = 'https://hubbub.example';
const TOKEN = 'auth-token';
const NEW_PASSWORD = 'another horse battery staple';

let directory: TestDirectory;
let east: TestServer & AsyncDisposable;
let west: TestServer & AsyncDisposable;
/** In the cell west. */
let acme: CreatedOrganization;
/** In the cell east. */
let bolt: CreatedOrganization;

/** Asks a cell for a host, as a proxy does that was told wrong. */
async function ask(
  { url }: TestServer,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const request = httpRequest(new URL(path, url), { method, headers: { ...headers, host }, agent: false });
  request.end(body);
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode as number, headers: response.headers, text };
}

const basic = (name: string, key: string) => `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;
const hostOf = (org: CreatedOrganization) => new URL(org.chat.site).host;
const look = (server: TestServer) => server.services.cells!.look();
const metric = async ({ services }: TestServer, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await services.metrics.registry.metrics())?.[1]);

before(async () => {
  directory = await TestDirectory.start(PUBLIC_URL);
  east = await directory.cell('east');
  west = await directory.cell('west');
  acme = await west.organization({ name: 'Acme Couriers' });
  bolt = await east.organization({ name: 'Bolt Couriers' });
  for (const server of [east, west]) await look(server);
});
after(async () => {
  await east?.[Symbol.asyncDispose]();
  await west?.[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

describe('a host of another cell', () => {
  const host = 'acme-couriers.hubbub.example';

  test('is refused with 421 in the form of each API, with host and cell', async () => {
    const chat = await ask(east, host, '/api/v1/server_settings');
    assert.equal(chat.status, 421);
    const text = `Another cell serves ${host}: west`;
    assert.deepEqual(JSON.parse(chat.text), {
      result: 'error',
      msg: text,
      code: 'MISDIRECTED_REQUEST',
      host,
      cell: 'west',
    });
    const dispatch = await ask(east, host, '/api/v2/tasks/all');
    assert.equal(dispatch.status, 421);
    const { code, message } = JSON.parse(dispatch.text);
    assert.deepEqual([code, message.error, message.cause], ['MisdirectedRequest', 1403, `${text}.`]);
    const session = await ask(east, host, '/api/session');
    assert.equal(session.status, 421);
    const { request, ...refusal } = JSON.parse(session.text);
    assert.deepEqual(refusal, { code: 'misdirected', message: `${text}.`, host, cell: 'west' });
    assert.ok(request);
  });

  test('is refused wherever a host may come: files, assistants, incoming webhooks, SMS, streams, nowhere', async () => {
    for (const [method, path] of [
      ['GET', `/user_uploads/2/ab/file.txt`],
      ['POST', '/mcp'],
      ['POST', '/api/v1/external/grafana?api_key=x'],
      ['POST', '/api/v2/sms/twilio/receipts'],
      ['GET', '/api/v1/events/stream?queue_id=x'],
      ['GET', '/api/v2/live'],
      ['POST', '/api/v1/tus'],
      ['GET', '/api/v1/no/such/path'],
      ['GET', '/no/such/path'],
      ['GET', '/api/v1/openapi.json'],
      ['GET', '/.well-known/security.txt'],
    ] as const) {
      const { status, text } = await ask(east, host, path, { method });
      assert.equal(status, 421, `${path}: ${text}`);
      assert.match(text, /west/, path);
    }
  });

  test('is a page for browsers, in their language', async () => {
    for (const path of ['/', '/sign-in', '/chat', '/no/such/page']) {
      const { status, text, headers } = await ask(east, host, path, { headers: { accept: 'text/html' } });
      assert.equal(status, 421, path);
      assert.match(headers['content-type']!, /^text\/html/, path);
      assert.match(text, /This address is served elsewhere/, path);
      assert.match(text, /acme-couriers\.hubbub\.example[^<]*west/, path);
    }
    const german = await ask(east, host, '/', { headers: { accept: 'text/html', 'accept-language': 'de' } });
    assert.match(german.text, /Diese Adresse wird anderswo bedient/);
  });

  test('does nothing, also with a key that is valid in this cell', async () => {
    const counts = () =>
      east.services.database.reader.first(sql<{ messages: number; attempts: number; answers: number }>`
        select (select count(*) from chat.messages)::int as messages,
          (select count(*) from platform.failed_attempts)::int as attempts,
          (select count(*) from platform.idempotent_answers)::int as answers`);
    const before = await counts();
    const { email, api_key: key, user_id: id } = bolt.chat;
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': 'once' };
    const body = new URLSearchParams({ type: 'direct', to: `[${id}]`, content: 'to nobody' }).toString();
    const send = (at: string, secret: string) =>
      ask(east, at, '/api/v1/messages', {
        method: 'POST',
        headers: { ...form, authorization: basic(email, secret) },
        body,
      });
    assert.equal((await send(host, key)).status, 421);
    assert.equal((await send(host, 'wrong')).status, 421);
    assert.deepEqual(await counts(), before);
    assert.equal((await send(hostOf(bolt), key)).status, 200);
    assert.equal((await counts())!.messages, before!.messages + 1);
  });

  test('does not keep a proxy or a monitor from the process', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      assert.equal((await ask(east, host, path)).status, 200, path);
  });

  test('may be written as names of hosts are written', async () => {
    for (const written of ['ACME-Couriers.Hubbub.example', `${host}:8443`, `${host}.`])
      assert.equal((await ask(east, written, '/api/v1/server_settings')).status, 421, written);
  });

  test('its own cell serves it; the cells serve their own hosts, and that of all cells is of no organization', async () => {
    const realm = async (server: TestServer, at: string) =>
      JSON.parse((await ask(server, at, '/api/v1/server_settings')).text).realm_name;
    assert.equal(await realm(west, host), 'Acme Couriers');
    assert.equal(await realm(east, hostOf(bolt)), 'Bolt Couriers');
    // Each has one organization, which would be the server's only one without cells.
    for (const server of [east, west]) assert.equal(await realm(server, 'hubbub.example'), 'Hubbub');
    assert.equal(await realm(east, 'east.hubbub.example'), 'Hubbub');
    assert.equal((await ask(east, 'west.hubbub.example', '/api/v1/server_settings')).status, 421);
    const unknown = await ask(east, 'nobody.hubbub.example', '/api/v1/server_settings');
    assert.deepEqual([unknown.status, JSON.parse(unknown.text).code], [404, 'NONEXISTENT_SUBDOMAIN']);
  });

  test('is found by its name on the page of the server', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: PUBLIC_URL };
    const body = 'organization=acme-couriers&to=/chat';
    const { status, text } = await ask(east, 'hubbub.example', '/organization', { method: 'POST', headers, body });
    assert.equal(status, 200, text);
    assert.match(text, /href="https:\/\/acme-couriers\.hubbub\.example\/chat"/);
  });

  test('is counted', async () => {
    const before = await metric(east, 'hubbub_cell_misdirected_total');
    await ask(east, host, '/');
    assert.equal(await metric(east, 'hubbub_cell_misdirected_total'), before + 1);
  });
});

describe('an address', () => {
  test('is given to one organization of all cells', async () => {
    await assert.rejects(east.organization({ address: 'acme-couriers' }), /acme-couriers.* already used by another/);
    const second = await east.organization({ name: 'Acme Couriers' });
    assert.equal(second.address, 'acme-couriers-2');
    const { services } = east;
    const domain = { domain: 'chat.acme.example' };
    await setAddressing(west.services, acme.organization_id, domain);
    await assert.rejects(setAddressing(services, second.organization_id, domain), /already used by another/);
    await assert.rejects(setAddressing(services, second.organization_id, { address: 'west' }), /already used/);
    await assert.rejects(east.organization({ address: 'east' }), /already used/);
  });

  test('goes to one of two that want it at the same moment', async () => {
    const wanted = await Promise.allSettled([east, west].map((server) => server.organization({ address: 'wanted' })));
    assert.deepEqual(wanted.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const named = await Promise.all(
      [east, west, east, west].map((server) => server.organization({ name: 'Same Name' })),
    );
    assert.equal(new Set(named.map(({ address }) => address)).size, 4, named.map(({ address }) => address).join());
  });

  test('that was given up is free for the other cell at once', async () => {
    const { organization_id: id } = await west.organization({ address: 'given-up' });
    await setAddressing(west.services, id, { address: 'elsewhere' });
    const taker = await east.organization({ address: 'given-up' });
    await look(west);
    assert.equal((await ask(west, hostOf(taker), '/api/v1/server_settings')).status, 421);
    assert.equal((await ask(east, hostOf(taker), '/api/v1/server_settings')).status, 200);
  });

  test('of a change that failed does not stay taken', async () => {
    const { services } = west;
    const given = { name: 'Failed', country: 'US', timezone: 'Not/AZone', ownerEmail: 'f@couriers.example' };
    const founding = { ...given, ownerName: 'F', ownerPassword: 'correct horse battery staple', address: 'failed' };
    const broken = { ...services, secrets: undefined as never };
    await assert.rejects(createOrganization(broken, founding));
    // The cell itself may give it at once; others when the cell has compared.
    const { chat } = await west.organization({ address: 'failed' });
    assert.equal(new URL(chat.site).host, 'failed.hubbub.example');
  });

  test('of before the cell joined is published', async () => {
    await using alone = await startTestServer({ organizationAddresses: true, publicUrl: PUBLIC_URL });
    await alone.organization({ address: 'early' });
    await directory.command((given, host) => addCell(given, host, 'north'));
    const { config, log, clock } = alone.services;
    const settings = { ...config, ...directory.settings('north'), port: 0 };
    const joined = await startServer({ config: settings, log, clock, connectionString: alone.connectionString });
    try {
      await look(east);
      assert.equal((await ask(east, 'early.hubbub.example', '/')).status, 421);
      const cells = await directory.command(cellList);
      assert.deepEqual(
        cells
          .filter(({ cell }) => cell === 'north')
          .map(({ organizations, hosts, joined }) => [organizations, hosts, joined]),
        [[1, 2, true]],
      );
    } finally {
      await joined.close();
    }
  });
});

describe('the directory is away', () => {
  test('cells serve on with what they knew, say so, and give out no addresses', async () => {
    await directory.proxy.goAway();
    await Promise.all([east, west].map(look));
    assert.equal((await ask(east, hostOf(bolt), '/api/v1/server_settings')).status, 200);
    assert.equal((await ask(east, hostOf(acme), '/api/v1/server_settings')).status, 421);
    const { email, api_key: key, user_id: id } = bolt.chat;
    const body = new URLSearchParams({ type: 'direct', to: `[${id}]`, content: 'goes on' }).toString();
    const headers = { authorization: basic(email, key), 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await ask(east, hostOf(bolt), '/api/v1/messages', { method: 'POST', headers, body })).status, 200);
    const [finding] = await examineCells(east.services);
    assert.deepEqual([finding!.check, finding!.state], ['cells', 'warn']);
    assert.match(finding!.detail, /cannot be reached.*serves on/);
    assert.equal(await metric(east, 'hubbub_cell_directory_up'), 0);
    const organizations = sql<{ count: number }>`select count(*)::int as count from platform.organizations`;
    const before = await east.services.database.reader.first(organizations);
    await assert.rejects(east.organization({ address: 'meanwhile' }), CellDirectoryAway);
    await assert.rejects(setAddressing(east.services, bolt.organization_id, { address: 'other' }), CellDirectoryAway);
    assert.deepEqual(await east.services.database.reader.first(organizations), before);
  });

  test('a process that starts meanwhile knows what its cell knew', async () => {
    const { config, log, clock } = east.services;
    const started = await startServer({
      config: { ...config, port: 0 },
      log,
      clock,
      connectionString: east.connectionString,
    });
    try {
      const second = { ...east, ...started } as TestServer;
      assert.equal((await ask(second, hostOf(acme), '/api/v1/server_settings')).status, 421);
      assert.equal((await ask(second, hostOf(bolt), '/api/v1/server_settings')).status, 200);
    } finally {
      await started.close();
    }
  });

  test('when it is back, all is as before', async () => {
    await directory.proxy.comeBack();
    await until(async () => {
      await look(east);
      return east.services.cells!.state.problem === undefined;
    }, 'the directory to be back');
    const [finding] = await examineCells(east.services);
    assert.equal(finding!.state, 'ok', finding!.detail);
    assert.equal(await metric(east, 'hubbub_cell_directory_up'), 1);
    assert.ok((await metric(east, 'hubbub_cell_directory_read_timestamp_seconds')) > 0);
    assert.equal((await east.organization({ address: 'afterwards' })).address, 'afterwards');
  });
});

describe('a cell', () => {
  const start = (name: string | undefined, settings = {}) =>
    startTestServer({ ...directory.settings(name), ...settings });

  test('that the directory does not know, is another database, or has no name does not start', async () => {
    await assert.rejects(start('unknown'), /The directory has no cell unknown. Run: hubbub cell add unknown/);
    await assert.rejects(start('west'), /The cell west is another database/);
    await assert.rejects(start(undefined), /CELL_NAME is missing/);
    await directory.command((given, host) => addCell(given, host, 'south'));
    await assert.rejects(start('south', { publicUrl: 'https://copy.example' }), /The directory is for hubbub\.example/);
  });

  test('goes on serving where the directory has lost it, and doctor fails', async () => {
    await using lost = await directory.cell('lost');
    await directory.command((given) => given.remove('lost'));
    await look(lost);
    assert.equal((await ask(lost, 'hubbub.example', '/api/v1/server_settings')).status, 200);
    const [finding] = await examineCells(lost.services);
    assert.equal(finding!.state, 'fail');
    assert.match(finding!.detail, /The directory has no cell lost/);
    // The directory can be read all the while.
    const { cells } = lost.services;
    await until(async () => {
      await cells!.look();
      return cells!.state.problem !== undefined;
    }, 'the refusal to be noticed');
    for (let n = 0; n < 3; n++) {
      await look(lost);
      assert.equal(await metric(lost, 'hubbub_cell_directory_up'), 0);
    }
    await assert.rejects(lost.organization(), CellRefusal);
  });

  test('whose host is elsewhere in the directory says so in doctor', async () => {
    await using other = await startTestServer({ organizationAddresses: true, publicUrl: PUBLIC_URL });
    await other.organization({ address: 'acme-couriers' });
    await directory.command((given, host) => addCell(given, host, 'other'));
    const { config, log, clock } = other.services;
    const settings = { ...config, ...directory.settings('other'), port: 0 };
    const joined = await startServer({ config: settings, log, clock, connectionString: other.connectionString });
    try {
      const [finding] = await examineCells(joined.services);
      assert.equal(finding!.state, 'fail');
      assert.match(finding!.detail, /acme-couriers\.hubbub\.example/);
    } finally {
      await joined.close();
    }
  });

  test('that has the address of one of its organizations for its name says so in doctor', async () => {
    await using alone = await startTestServer({ organizationAddresses: true, publicUrl: PUBLIC_URL });
    await alone.organization({ address: 'own' });
    await directory.command((given, host) => addCell(given, host, 'own'));
    const { config, log, clock } = alone.services;
    const settings = { ...config, ...directory.settings('own'), port: 0 };
    const joined = await startServer({ config: settings, log, clock, connectionString: alone.connectionString });
    try {
      const [finding] = await examineCells(joined.services);
      assert.equal(finding!.state, 'fail');
      assert.match(finding!.detail, /own\.hubbub\.example/);
    } finally {
      await joined.close();
    }
  });

  test('has its own host for what services outside send back', async () => {
    const provider = await SmsProviderServer.start();
    try {
      const account = { smsAccount: 'AC1', smsSecret: TOKEN, smsSignatureSecret: TOKEN, smsFrom: '+14155550100' };
      const sms = { smsProvider: 'twilio', smsUrl: provider.url, ...account } as const;
      await using sending = await directory.cell('sending', sms);
      const { organization_id: organization } = await sending.organization();
      await sendTestMessage(sending.services, { organization, channel: 'sms', recipient: '+14155550123' });
      const callback = new URL(provider.requests[0]!.fields.StatusCallback!);
      assert.equal(callback.origin, 'https://sending.hubbub.example');
      const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
      const body = new URLSearchParams(fields).toString();
      const post = (origin: string) => {
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': twilioSignature(`${origin}${callback.pathname}${callback.search}`, TOKEN, fields),
        };
        const path = `${callback.pathname}${callback.search}`;
        return ask(sending, callback.host, path, { method: 'POST', headers, body });
      };
      assert.equal((await post(PUBLIC_URL)).status, 401);
      assert.equal((await post(callback.origin)).status, 200);
    } finally {
      await provider.stop();
    }
  });
});

test('an organization is moved by export and import, and its host goes with it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-cell-to-cell-'));
  try {
    const moved = await west.organization({ name: 'Moving Couriers', address: 'moving' });
    const { organization_id: id } = moved;
    const { email, api_key: key, user_id: own } = moved.chat;
    const headers = { authorization: basic(email, key), 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ type: 'direct', to: `[${own}]`, content: 'comes along' }).toString();
    const sent = await ask(west, hostOf(moved), '/api/v1/messages', { method: 'POST', headers, body });
    assert.equal(sent.status, 200, sent.text);
    const file = path.join(folder, 'moving.tar.gz');
    const take = async (address: string) => {
      await using archive = await openArchive(file);
      const hash = await hashPassword(east.services, { organizationId: undefined }, NEW_PASSWORD);
      const options = { address, owner: { email, hash } };
      return await importExport(east.services, await readExport(east.services, archive), options);
    };
    await exportOrganizationToFile(west.services, id, file);
    // While the old cell has the host, the new one does not get it.
    await assert.rejects(take('moving'), /Another organization has the address moving/);
    await setAddressing(west.services, id, { address: 'moving-old' });
    assert.equal((await take('moving')).organizationId, id);
    for (const server of [east, west]) await look(server);
    const settings = await ask(east, 'moving.hubbub.example', '/api/v1/server_settings');
    assert.equal(JSON.parse(settings.text).realm_name, 'Moving Couriers');
    assert.equal((await ask(west, 'moving.hubbub.example', '/api/v1/server_settings')).status, 421);
    const signIn = new URLSearchParams({ username: email, password: NEW_PASSWORD }).toString();
    const given = { method: 'POST', headers: { 'content-type': headers['content-type'] }, body: signIn };
    const { api_key: fresh } = JSON.parse((await ask(east, hostOf(moved), '/api/v1/fetch_api_key', given)).text);
    const newest = '/api/v1/messages?anchor=newest&num_before=1&num_after=0&apply_markdown=false';
    const { text } = await ask(east, hostOf(moved), newest, { headers: { authorization: basic(email, fresh) } });
    assert.equal(JSON.parse(text).messages[0].content, 'comes along');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a directory that was made anew is filled by the cells themselves', async () => {
  await using own = await TestDirectory.start(PUBLIC_URL);
  await using first = await own.cell('first');
  await using second = await own.cell('second');
  const { chat } = await first.organization({ address: 'again' });
  await own.query('drop schema cell_directory cascade');
  await look(second);
  assert.match(second.services.cells!.state.problem!, /The directory has no cells/);
  for (const name of ['first', 'second']) await own.command((given, host) => addCell(given, host, name));
  await first.services.cells!.publish();
  await look(second);
  assert.equal((await ask(second, new URL(chat.site).host, '/api/v1/server_settings')).status, 421);
  assert.equal((await ask(first, new URL(chat.site).host, '/api/v1/server_settings')).status, 200);
});
