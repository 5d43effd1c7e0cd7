import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { RawConnection } from '../../../tests/harness/raw.ts';
import type { Services } from '../services.ts';
import { type EventStream, openEventStream } from './event-stream.ts';

/** Interval in which each stream has one comment. */
const ROUND_MS = 25_000;

test('a comment goes to whoever is silent, and to nobody who leaves something unread', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const services = { closing: new AbortController().signal } as unknown as Services;
  const streams: EventStream[] = [];
  const server = createServer((request, raw) => {
    const reply = { raw, request: { raw: request }, hijack: () => undefined, getHeaders: () => ({}) };
    streams.push(openEventStream(services, reply as unknown as FastifyReply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = async () => {
    const connection = await RawConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(connection.socket, 'readable');
    return { connection, stream: streams.at(-1)! };
  };
  const [idle, slow] = [await open(), await open()];
  try {
    idle.connection.listen();
    // More than networks keep.
    slow.stream.write(Buffer.alloc(64 * 2 ** 20, 'x'));
    const { unsent } = slow.stream;
    assert.ok(unsent > 0);
    t.mock.timers.tick(ROUND_MS);
    await idle.connection.receives(/:\n\n.*:\n\n/s);
    assert.ok(slow.stream.unsent <= unsent, `${slow.stream.unsent} bytes, after ${unsent}`);
    slow.connection.socket.resume();
    await slow.stream.drained();
    slow.connection.socket.pause();
    t.mock.timers.tick(ROUND_MS);
    slow.connection.listen().socket.resume();
    await slow.connection.receives(/:\n\n/);
  } finally {
    for (const { connection } of [idle, slow]) connection.close();
    server.close();
  }
});
