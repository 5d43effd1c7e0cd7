import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { ChatClient } from '../harness/clients.ts';
import { freePort, Installation } from '../harness/program.ts';
import { residentMib } from './resident.ts';

const MAILS = 100;
/** Connections of the other organization. */
const READERS = 4;
const QUIET_SECONDS = 10;
/** Bars: the other organization's p99 beside the mails and without, and memory. */
const MAX_RATIO = 2;
const MAX_MIB = 1024;
/** Result of one measurement. */
const MAX_SECONDS = 300;

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
  const beside = await read(child);
  const answers = JSON.parse((await child).stdout) as Record<string, number>;
  clearInterval(watch);
  const ratio = beside / quiet;
  console.log(
    `${MAILS} mails of 24 MiB in ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(answers)}; ` +
      `another organization's p99 ${beside} ms, without ${quiet} ms (${ratio.toFixed(2)}); ${peakMib} MiB`,
  );
  return [
    ...(ratio > MAX_RATIO ? [`mails: another organization's p99 is ${ratio.toFixed(2)} times as long`] : []),
    ...(peakMib > MAX_MIB ? [`mails: ${peakMib} MiB of memory`] : []),
    ...(answers.none ? ['mails: a connection ended without an answer'] : []),
  ];
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** The 99th percentile of reading until something has ended, in milliseconds. */
async function latencies(url: string, authorization: string, until: Promise<unknown>): Promise<number> {
  const run = autocannon({ url, headers: { authorization }, connections: READERS, duration: MAX_SECONDS, timeout: 60 });
  void until.finally(() => (run as unknown as { stop(): void }).stop());
  const result = await run;
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return result.latency.p99;
}
