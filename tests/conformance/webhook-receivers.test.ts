import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { until } from '../harness/clients.ts';
import { startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const folder = path.resolve(import.meta.dirname, '../../examples/webhook-receiver');
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

for (const { name, command, file, skip } of [
  { name: 'TypeScript', command: process.execPath, file: 'receiver.ts', skip: false },
  { name: 'Python', command: 'python3', file: 'receiver.py', skip: hasPython ? false : 'there is no Python 3.9 here' },
]) {
  test(`the example in ${name} takes real deliveries, and nothing that is not signed`, { skip }, async () => {
    const fleet = await startFleet(server);
    const program = spawn(command, [path.join(folder, file)], {
      env: { ...process.env, HUBBUB_WEBHOOK_SECRET: fleet.secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines: string[] = [];
      createInterface({ input: program.stdout }).on('line', (line) => lines.push(line));
      const port = await until(() => lines[0]?.match(/^listening on (\d+)$/)?.[1], 'the program listening');
      const url = `http://127.0.0.1:${port}/`;
      const created = await fleet.api.post('/webhooks', { url, name: 'tasks', trigger: 6 });
      assert.equal(created.status, 200, created.text);
      const body = JSON.stringify({ triggerName: 'taskCreated', taskId: 'made up' });
      for (const signature of ['', 'ab', '0'.repeat(128)]) {
        const headers = { 'x-service-signature': signature, 'webhook-id': 'made-up' };
        assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 401);
      }
      const { id } = await fleet.task();
      await until(() => lines.some((line) => line.includes(id)), 'the delivery');
      assert.deepEqual(
        lines.slice(1).map((line) => line.split(' ').slice(0, 2)),
        [['taskCreated', `task=${id}`]],
      );
    } finally {
      program.kill();
      await once(program, 'exit');
    }
  });
}
