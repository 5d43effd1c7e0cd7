import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { ChatClient, until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { Installation, programFile } from '../harness/program.ts';
import { RawConnection } from '../harness/raw.ts';

test('more clients than files may be open: one line, and those that are served have their database', {
  skip: process.platform !== 'linux' && 'the limit is read from /proc',
}, async () => {
  await using installation = await Installation.create();
  const database = await createTestDatabase();
  const { HUBBUB_TEST_DATABASE_URL: _unused, ...environment } = process.env;
  const settings = { DATABASE_URL: database.connectionString, RATE_LIMITS: 'off', WEB: 'off' };
  const child = spawn('sh', ['-c', 'ulimit -n 160; exec "$0" "$1"', process.execPath, programFile], {
    env: { ...environment, ...settings, DATA_DIR: installation.dataDir, PORT: String(installation.port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const url = `http://127.0.0.1:${installation.port}`;
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(ready, 'the server', 60);
  const organization = JSON.parse(
    (
      await installation.commandWith(
        settings,
        ...['org', 'create', '--name', 'Example Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles'],
        ...['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'],
        ...['--owner-password', 'correct horse battery staple', '--json'],
      )
    ).stdout,
  );
  const chat = new ChatClient({ ...organization.chat, site: url });
  assert.equal((await chat.get('/users/me')).status, 200);
  const connections: RawConnection[] = [];
  for (let n = 0; n < 150; n++) connections.push(await RawConnection.open(url));
  await until(() => output.includes('connections cannot be accepted'), 'the line');
  for (const { socket } of connections) socket.destroy();
  await until(ready, 'an answer');
  const answers = await Promise.all(Array.from({ length: 20 }, () => chat.get('/users/me')));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(output.split('connections cannot be accepted').length - 1, 1);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  await database.drop();
});
