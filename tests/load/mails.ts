import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ChatClient } from '../harness/clients.ts';
import { freePort, Installation } from '../harness/program.ts';
import { residentMib } from './resident.ts';

const MAILS = 100;
/** Connections of the other organization, and requests a second of each: it works, and leaves the processors idle between. */
const READERS = 4;
const RATE = 50;
const QUIET_SECONDS = 20;
/** Bars: the other organization's p99 beside the mails and without, and memory. */
const MAX_RATIO = 2;
const MAX_MIB = 1024;
/** Timers are as late as this. */
const TIMER_MS = 2;

const execFileAsync = promisify(execFile);

/** Mails made to be dear to read, brought to one organization: what another one notices of them. */
export async function mails(): Promise<string[]> {
  await using installation = await Installation.create();
  const port = await freePort();
  const { child: server, url } = await installation.start({
    ...{ MAIL_DOMAIN: 'mail.example', INCOMING_MAIL_URL: `lmtp://127.0.0.1:${port}` },
  });
  const attacked = new ChatClient((await installation.organization()).chat);
  const { email, api_key: key } = (await installation.organization('olga@other.example')).chat;
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const subscriptions = JSON.stringify([{ name: 'suppliers' }]);
  await attacked.post('/users/me/subscriptions', { subscriptions });
  const { json: channel } = await attacked.get('/get_stream_id', { stream: 'suppliers' });
  const { json: address } = await attacked.get(`/streams/${channel.stream_id}/email_address`);

  let peakMib = 0;
  const watch = setInterval(() => {
    peakMib = Math.max(peakMib, residentMib(server.pid!) ?? 0);
  }, 200);
  const read = (until: Promise<unknown>) => latencies(`${url}/api/v1/users/me`, authorization, until);
  await read(seconds(QUIET_SECONDS));
  const quiet = await read(seconds(QUIET_SECONDS));
  const began = performance.now();
  // In a process of its own, which the readers do not wait for.
  const program = path.join(import.meta.dirname, 'deliver-mails.child.ts');
  const child = execFileAsync(process.execPath, [program, String(port), address.email, String(MAILS)]);
  // Whoever brings mails has a processor of their own elsewhere.
  setPriority(child.child.pid!, 19);
  const beside = await read(child);
  const answers = JSON.parse((await child).stdout) as Record<string, number>;
  clearInterval(watch);
  const ratio = beside / quiet;
  console.log(
    `${MAILS} mails of 24 MiB in ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(answers)}; ` +
      `another organization's p99 ${beside.toFixed(1)} ms, without ${quiet.toFixed(1)} ms (${ratio.toFixed(2)}); ${peakMib} MiB`,
  );
  return [
    ...(ratio > MAX_RATIO ? [`mails: another organization's p99 is ${ratio.toFixed(2)} times as long`] : []),
    ...(peakMib > MAX_MIB ? [`mails: ${peakMib} MiB of memory`] : []),
    ...(answers.none ? ['mails: a connection ended without an answer'] : []),
  ];
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** The 99th percentile of reading at a steady rate until something has ended, in milliseconds. */
async function latencies(url: string, authorization: string, until: Promise<unknown>): Promise<number> {
  const ending = new AbortController();
  const ended = until.finally(() => ending.abort());
  const took: number[] = [];
  const reader = async (number: number) => {
    const first = performance.now() + (number * 1000) / RATE / READERS;
    for (let due = first; !ending.signal.aborted; due += 1000 / RATE) {
      await pause(Math.max(0, due - performance.now()));
      // What is late counts from when it was due: somebody would have waited since then.
      const from = Math.min(performance.now(), due + TIMER_MS);
      const answer = await fetch(url, { headers: { authorization } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a request was answered with ${answer.status}`);
      took.push(performance.now() - from);
    }
  };
  await Promise.all([ended, ...Array.from({ length: READERS }, (_, number) => reader(number))]);
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length * 0.99)]!;
}
