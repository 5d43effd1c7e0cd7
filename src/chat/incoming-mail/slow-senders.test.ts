import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { listenForMail } from './listen.ts';
import { SlowSenders } from './slow-senders.ts';

/** A client that sends a byte now and then, and is heard by nobody. */
async function drip(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const timer = setInterval(() => socket.write('N'), 20);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

/** A connection that is cut may end with a reset. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

test('a connection that brings next to nothing ends; one whose mail is being read, or that brings enough, stays', async () => {
  const senders = new SlowSenders({ every: 1000, bytes: 20_000 });
  const accepted: Socket[] = [];
  const listener = createServer((socket) => {
    accepted.push(socket.resume().on('error', () => undefined));
    senders.watch(socket);
  }).listen(0, '127.0.0.1');
  after(() => listener.close());
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const slow = (await drip(port)).resume();
  const waits = (await drip(port)).resume();
  const quick = (await drip(port)).resume();
  const timer = setInterval(() => quick.write(Buffer.alloc(10_000)), 20);
  quick.once('close', () => clearInterval(timer));
  const peer = await until(
    () => accepted.find(({ remotePort }) => remotePort === waits.localPort),
    'the connection to be accepted',
  );
  const work = senders.atWork(peer);
  await closed(slow);
  // Two more come and go, one after the other.
  for (let n = 0; n < 2; n++) await closed((await drip(port)).resume());
  assert.deepEqual([waits.destroyed, quick.destroyed], [false, false]);
  // Once it has its answer it is like any other.
  work[Symbol.dispose]();
  await closed(waits);
  assert.equal(quick.destroyed, false);
  quick.destroy();
});

test('as many slow connections as there may be do not keep a mail out', async () => {
  await using server = await startTestServer({
    mailDomain: 'mail.example',
    incomingMailUrl: 'smtp://127.0.0.1:0',
  });
  const { chat } = await server.organization();
  const client = new ChatClient(chat);
  const { json } = await client.post('/channels/create', { name: 'gate', subscribers: [chat.user_id] });
  const { email } = (await client.get(`/streams/${json.id}/email_address`)).json;
  const listener = (await listenForMail(server.services, { every: 5000, bytes: 1000 }))!;
  const slow = await Promise.all(Array.from({ length: 20 }, () => drip(listener.port)));
  // All places are taken.
  for (const banner of await Promise.all(slow.map((socket) => once(socket, 'data'))))
    assert.match(String(banner), /^220 /);
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, secure: false, ignoreTLS: true });
  const mail = { from: 'a@b.example', to: email, subject: 'Boxes', text: 'Twelve.' };
  const isSent = () =>
    transport.sendMail(mail).then(
      () => true,
      () => false,
    );
  try {
    await until(isSent, 'a mail to be taken');
  } finally {
    transport.close();
    for (const socket of slow) socket.destroy();
    await listener.close();
  }
});
