import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { EMAIL_QUEUE } from '../../src/chat/notifications/emails/email-queue.ts';
import { sendMissedEmails } from '../../src/chat/notifications/emails/send-missed-emails.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { deliverOutbound } from '../../src/platform/outbound/deliver.ts';
import { until } from '../harness/clients.ts';
import { makePerson } from '../harness/people.ts';
import { Installation } from '../harness/program.ts';
import { startTestServer } from '../harness/server.ts';

const PEOPLE = 12;
/** Messages whose e-mails are written before the kill. */
const WRITTEN = 5;
const HOUR_MS = 3_600_000;

/** Message-IDs that the other end has taken, by recipient. */
const taken = new Map<string, Set<string>>();
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const id = /^Message-ID: (\S+)/im.exec(Buffer.concat(parts).toString('utf8'))![1]!;
      for (const { address } of session.envelope.rcptTo)
        taken.set(address, (taken.get(address) ?? new Set<string>()).add(id));
      done();
    });
  },
});
// The killed process resets its connection.
smtp.on('error', () => {});
const smtpUrl = await new Promise<string>((resolve) => {
  const listening = smtp.listen(0, '127.0.0.1', () =>
    resolve(`smtp://127.0.0.1:${(listening.address() as { port: number }).port}`),
  );
});
after(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
const mailFrom = 'hubbub@mail.example';
const server = await startTestServer({ smtpUrl, mailFrom });
after(() => server[Symbol.asyncDispose]());
const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());
const { database } = server.services;

test('after kill -9 while e-mails of missed messages are written, beside another process, each came once', async () => {
  const org = await server.organization();
  const ann = await makePerson(server, org, { name: 'Ann Adler' });
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) => makePerson(server, org, { name: `Sam Someone ${n}` })),
  );
  // For this process nothing is due yet, so the other one writes.
  server.clock.advance(-HOUR_MS);
  for (const { id } of people) {
    const { json, text } = await ann.client.post('/messages', { type: 'direct', to: [id], content: 'hello' });
    assert.equal(json.result, 'success', text);
  }
  const count = async (statement: ReturnType<typeof sql<{ count: number }>>) =>
    (await database.reader.first(statement))!.count;
  const waiting = () => count(sql<{ count: number }>`select count(*) from chat.missed_messages`);
  const written = () => count(sql<{ count: number }>`select count(*) from platform.outbox where channel = 'email'`);
  await until(async () => (await waiting()) === PEOPLE, 'every message to be waited for', 60);

  const order = await database.reader.all(sql<{ userId: number }>`
    select user_id as "userId" from chat.missed_messages order by due_at, user_id`);
  // Whoever writes comes to this person and no further: from before the other process is there, which may write at once.
  const lock = new pg.Client({ connectionString: server.connectionString });
  await lock.connect();
  after(() => lock.end());
  await lock.query('begin');
  await lock.query('select 1 from chat.missed_messages where user_id = $1 for update', [order[WRITTEN]!.userId]);
  const { dataDir } = server.services.config;
  const environment = {
    DATABASE_URL: server.connectionString,
    DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
    MAIL_FROM: mailFrom,
  };
  // Or this process, which is told of a job first, takes every one, and finds nothing to write.
  await server.services.jobs.finish(0);
  const doomed = await installation.start(environment);
  await database.transaction(async (tx) => tx.enqueue({ queue: EMAIL_QUEUE, data: {} }));
  const holder = await lock.query<{ pid: number }>('select pg_backend_pid() as pid');
  // For this very lock: processes wait for others too, such as an organization's log. Not asked within the transaction of
  // the lock, which would see the connections of its first look for ever, and one of the other process may be newer.
  const waitsForLock = () =>
    count(sql<{ count: number }>`
      select count(*) from pg_stat_activity where ${holder.rows[0]!.pid}::int = any (pg_blocking_pids(pid))`);
  await until(waitsForLock, 'the other process to write', 60);
  await doomed.end('SIGKILL');
  await lock.query('rollback');
  assert.deepEqual([await written(), await waiting()], [WRITTEN, PEOPLE - WRITTEN]);

  server.clock.advance(HOUR_MS);
  await Promise.all([sendMissedEmails(server.services), sendMissedEmails(server.services)]);
  assert.deepEqual([await written(), await waiting()], [PEOPLE, 0]);
  // What the killed process was handing over is its job's again within 30 s: here that comes at once.
  const left = await database.reader.all(sql<{ organizationId: string; id: number }>`
    select organization_id as "organizationId", id from platform.outbox where state in ('queued', 'sending')`);
  for (const job of left) await deliverOutbound.handle(server.services, job, new AbortController().signal);
  const unsent = sql<{ count: number }>`select count(*) from platform.outbox where state <> 'sent'`;
  await until(async () => (await count(unsent)) === 0, 'every e-mail to be handed over', 60);
  // An e-mail may come twice, with the same Message-ID.
  assert.deepEqual(
    people.map(({ email }) => taken.get(email)?.size),
    people.map(() => 1),
  );
});
