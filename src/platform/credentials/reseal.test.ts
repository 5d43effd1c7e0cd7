/** The key that seals is changed beside a server, by a command that is killed in the middle, run again, and by a second one. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, utimes } from 'node:fs/promises';
import { after, test } from 'node:test';
import pg from 'pg';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { fillEveryTable } from '../../../tests/harness/every-table.ts';
import { programFile } from '../../../tests/harness/program.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { retireSealingKeys, rotateSealingKey, sealingKeyUses } from './reseal.ts';
import { SEALED_TABLES } from './sealed-columns.ts';
import { keyFile, loadSecretBox, readKeys } from './sealing-keys.ts';
import { type SealingKey, SecretBox, sealingKey } from './secret-box.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;
const { dataDir } = services.config;

const [A, B, C] = [1, 2, 3].map((byte) => sealingKey(Buffer.alloc(32, byte))) as [SealingKey, SealingKey, SealingKey];

/** As it was sealed before there were marks. */
function unmarked({ bytes }: SealingKey, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

test('a sealed value names its form and key; every key opens and knows its signatures, the first one seals and signs', async () => {
  let keys = [A];
  const box = new SecretBox(() => keys);
  const old = box.seal('text');
  assert.deepEqual(old.subarray(0, 5), A.mark);
  const [signed, derived] = [box.sign('link', 'x'), box.derive('store', 'x')];
  keys = [B, A];
  assert.equal(box.open(old), 'text');
  assert.equal(box.open(unmarked(A, 'text')), 'text');
  assert.deepEqual(box.seal('text').subarray(0, 5), B.mark);
  assert.ok(box.isSigned('link', 'x', signed) && box.isSigned('link', 'x', box.sign('link', 'x')));
  assert.ok(!box.isSigned('link', 'y', signed) && !box.isSigned('other', 'x', signed));
  assert.notEqual(box.sign('link', 'x'), signed);
  assert.equal(box.derive('store', 'x'), derived);
  const forged = Buffer.concat([B.mark, old.subarray(5)]);
  const cut = Buffer.from(old);
  cut[20]! ^= 1;
  for (const wrong of [forged, cut, old.subarray(0, 12), Buffer.alloc(0), unmarked(C, 'text')])
    assert.throws(() => box.open(wrong));
  const given = await loadSecretBox({
    secretKey: [C, A].map(({ bytes }) => bytes.toString('hex')).join(', '),
    dataDir,
  });
  assert.equal(given.open(old), 'text');
  assert.deepEqual(given.seal('text').subarray(0, 5), C.mark);
  keys = [C];
  assert.throws(() => box.open(old), /was changed or its key is missing/);
  assert.ok(!box.isSigned('link', 'x', signed));
});

test('every column of bytes is sealed, and known as such, or a digest', async () => {
  await withClient(async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select format('%s.%s.%s', table_schema, table_name, column_name) as name from information_schema.columns
      where table_schema in ('platform', 'chat', 'dispatch', 'bridge') and udt_name in ('bytea', '_bytea') order by 1`);
    const known = SEALED_TABLES.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)).sort();
    const sealed = rows.map(({ name }) => name).filter((name) => !/[._](?:hash(?:es)?|digest)$/.test(name));
    assert.deepEqual(sealed, known);
  });
});

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function command(...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: server.connectionString, SECRET_KEY: undefined };
  const child = spawn(process.execPath, [programFile, 'sealing-key', ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) };
}

/** All sealed values, opened. */
async function opened(secrets: SecretBox): Promise<string[]> {
  return withClient(async (client) => {
    const found: string[] = [];
    for (const { name, columns } of SEALED_TABLES)
      for (const column of columns) {
        const { rows } = await client.query(
          `select ${column} as value from ${name} where ${column} is not null order by 1`,
        );
        for (const { value } of rows) found.push(`${name}.${column} ${secrets.open(value)}`);
      }
    return found.sort();
  });
}

test('the sealing key is changed while a server runs', async () => {
  const organization = await server.organization();
  const api = new DispatchClient(organization.dispatch);
  const [owner] = (await api.get('/admins')).json;
  const team = { name: 'Riders', workers: [], managers: [owner.id] };
  const ask = async () => (await api.post('/teams', team, { 'Idempotency-Key': 'one' })).text;
  const answer = await ask();
  assert.match(answer, /"Riders"/);
  await fillEveryTable(server.connectionString, organization.organization_id, 'mark');
  const [old] = services.secrets.keys;
  await withClient(async (client) => {
    for (const { name, columns } of SEALED_TABLES)
      for (const column of columns)
        await client.query(
          `update ${name} set ${column} = $1 where ${column} is not null and substr(${column}, 1, 5) <> $2`,
          [services.secrets.seal(`secret of ${column}`), old!.mark],
        );
    // As it was sealed before there were marks, and by a key that is lost.
    await client.query('update chat.invitations set sealed_token = $1', [unmarked(old!, 'secret of sealed_token')]);
    await client.query('update platform.erasures set sealed = $1', [unmarked(A, 'lost')]);
  });
  const readable = async () => {
    await withClient((client) => client.query(`delete from platform.erasures`));
    return opened(services.secrets);
  };

  // Killed while it waits for a row of the last table.
  const held = new pg.Client({ connectionString: server.connectionString });
  await held.connect();
  await held.query('begin; select from chat.bot_webhook_secrets for update');
  const cutOff = command('rotate');
  const isWaiting = async () => {
    const { rows } = await withClient((client) =>
      client.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'bot_webhook_secrets'`),
    );
    return rows.length > 0;
  };
  await until(isWaiting, 'the command to be in its middle');
  cutOff.child.kill('SIGKILL');
  await cutOff.ended;
  await held.query('rollback');
  await held.end();
  const keys = readKeys(keyFile(dataDir));
  assert.equal(keys.length, 2);
  assert.deepEqual(keys[1]!.bytes, old!.bytes);
  assert.equal((await stat(keyFile(dataDir))).mode & 0o777, 0o600);

  // The server has noticed, reads both, and seals under the new one.
  assert.equal(await ask(), answer);
  assert.deepEqual(services.secrets.seal('x').subarray(0, 5), keys[0]!.mark);
  const half = await sealingKeyUses(services);
  assert.equal(half.others, 1);
  assert.ok(half.keys[0]!.seals && half.keys[0]!.values > 5, JSON.stringify(half));
  assert.equal(half.keys[1]!.values, 1);

  await assert.rejects(retireSealingKeys(services), /^Error: The new key is only 0 minutes old/);
  const other = { ...services, secrets: await loadSecretBox({ secretKey: undefined, dataDir }) };
  const [again, beside] = await Promise.all([command('rotate', '--json').ended, rotateSealingKey(other)]);
  assert.equal(again.code, 0, again.output);
  const done = JSON.parse(again.output);
  assert.deepEqual([done.sealed + beside.sealed, done.unreadable, done.older], [1, 1, beside.older]);
  assert.deepEqual(readKeys(keyFile(dataDir)), keys);

  // A process that has not noticed seals under the old one, which is not taken away then.
  const before = await readable();
  await withClient((client) =>
    client.query('update chat.bot_services set sealed_token = $1', [new SecretBox(() => [old!]).seal('late')]),
  );
  const old10 = new Date(Date.now() - 11 * 60_000);
  await utimes(keyFile(dataDir), old10, old10);
  await assert.rejects(retireSealingKeys(services), /^Error: 1 values were still sealed under an older key/);
  const retired = await command('retire').ended;
  assert.equal(retired.code, 0, retired.output);
  assert.equal((await readFile(keyFile(dataDir), 'utf8')).trim(), keys[0]!.bytes.toString('hex'));
  assert.deepEqual((await sealingKeyUses(services)).others, 0);
  assert.deepEqual(
    await readable(),
    before.map((line) => (line.startsWith('chat.bot_services') ? 'chat.bot_services.sealed_token late' : line)),
  );
  assert.equal(await ask(), answer);
  await assert.rejects(retireSealingKeys(services), /There is no older key/);

  // The next year, whether the old key was taken away or not.
  for (const year of [2, 3]) {
    await utimes(keyFile(dataDir), old10, old10);
    const { older, unreadable } = await rotateSealingKey(services);
    assert.deepEqual([older.length, unreadable], [year - 1, 0]);
  }
  // A retirement that does not know of the newest key yet leaves it.
  const [newest, ...earlier] = readKeys(keyFile(dataDir));
  await utimes(keyFile(dataDir), old10, old10);
  await retireSealingKeys({ ...services, secrets: new SecretBox(() => earlier) });
  assert.deepEqual(readKeys(keyFile(dataDir)), [newest, earlier[0]]);
  assert.equal(await ask(), answer);
});
