import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { beginBaseBackup } from './base-backup.ts';

/** Protocol messages: authentication succeeded, and a statement may follow. */
const WELCOME = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0, ...Buffer.from('Z'), 0, 0, 0, 5, 0x49]);

test('a connection that is cut before the copy begins fails it, and nothing else', async () => {
  const server = createServer((socket: Socket) => {
    let isKnown = false;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      if (isKnown) socket.destroy();
      else socket.write(WELCOME);
      isKnown = true;
    });
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // An unhandled error of the stream would end the program, and the test runner fails the test for it.
  await assert.rejects(beginBaseBackup(`postgresql://hubbub@127.0.0.1:${port}/hubbub?sslmode=disable`));
});
