/** Waiting work of an organization that moves goes on in the target, once; and the target's new IDs are above all that have come. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { CellProxy } from '../../../tests/harness/cell-proxy.ts';
import { TestDirectory } from '../../../tests/harness/cells.ts';
import { ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import type { TestServer } from '../../../tests/harness/server.ts';
import { deliverPosts } from '../../bridge/bot/deliver-posts.ts';
import { deliverReminders } from '../../chat/messages/reminders/deliver-job.ts';
import { deliverScheduledMessages } from '../../chat/messages/scheduled/deliver-job.ts';
import { sendMissedEmails } from '../../chat/notifications/emails/send-missed-emails.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { emitDelays } from '../../dispatch/route-plans/emit-delays.ts';
import { sql } from '../../platform/db/sql.ts';
import { doQueueOutbound } from '../../platform/outbound/outbox.ts';
import { loadSequences } from './capture-queries.ts';
import { moveOrganization } from './move-organization.ts';

const HOUR_MS = 3_600_000;

/** Mails that the mail server of each cell was offered, and those that it took. That of the old one is busy. */
const mails = { west: { offered: 0, taken: [] as string[] }, east: { offered: 0, taken: [] as string[] } };
let directory: TestDirectory;
let west: TestServer & AsyncDisposable;
let east: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let proxy: CellProxy;
let chat: ChatClient;
let dispatch: DispatchClient;
const receiver = await Receiver.start();
const mailServers: SMTPServer[] = [];

async function mailServerOf(cell: 'west' | 'east'): Promise<string> {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      mails[cell].offered++;
      done(cell === 'west' ? Object.assign(new Error('busy'), { responseCode: 451 }) : undefined);
    },
    onData(stream, { envelope }, done) {
      mails[cell].taken.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  smtp.on('error', () => {});
  mailServers.push(smtp);
  return new Promise((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () =>
      resolve(`smtp://127.0.0.1:${(listening.address() as { port: number }).port}`),
    );
  });
}

before(async () => {
  directory = await TestDirectory.start('https://hubbub.example');
  const mailFrom = 'hubbub@mail.example';
  west = await directory.cell('west', { smtpUrl: await mailServerOf('west'), mailFrom });
  east = await directory.cell('east', { smtpUrl: await mailServerOf('east'), mailFrom });
  org = await west.organization({ name: 'Acme Couriers' });
  await east.organization({ name: 'Bolt Couriers' });
  const { host } = new URL(org.chat.site);
  const cells = new Map(Object.entries({ west: west.url, east: east.url }));
  proxy = await CellProxy.start({ host, cells, first: 'west' });
  chat = new ChatClient({ ...org.chat, site: proxy.url });
  dispatch = new DispatchClient({ ...org.dispatch, url: proxy.url });
});
after(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await west?.[Symbol.asyncDispose]();
  await east?.[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
  await receiver.stop();
  for (const smtp of mailServers) await new Promise<void>((resolve) => smtp.close(resolve));
});

async function ok<T extends { json: { result?: string }; text: string; status: number }>(asked: Promise<T>) {
  const answer = await asked;
  assert.equal(answer.status, 200, answer.text);
  return answer.json as T['json'];
}

const count = async (cell: TestServer, table: string): Promise<number> =>
  (await cell.services.database.reader.first(
    sql.once(sql<{ count: number }>`
      select count(*)::int as count from ${sql.raw(table)} where organization_id = ${org.organization_id}`),
  ))!.count;

/** Does what a cell's jobs do each minute. */
async function work({ services }: TestServer): Promise<void> {
  await deliverScheduledMessages(services);
  await deliverReminders(services);
  await sendMissedEmails(services);
  await deliverPosts.handle(services, {}, new AbortController().signal);
  await emitDelays.handle(services, {}, new AbortController().signal);
}

test('what waits is done in the target, and only there', async () => {
  const me = org.chat.user_id;
  const mara = await makePerson(west, org, { name: 'Mara Meyer' });
  const at = Math.floor((west.clock.now().getTime() + HOUR_MS) / 1000);
  await ok(dispatch.post('/webhooks', { url: receiver.url, name: 'created', trigger: 6 }));
  const { id: first } = await ok(chat.post('/messages', { type: 'direct', to: [mara.id], content: 'you missed me' }));
  await ok(
    chat.post('/scheduled_messages', {
      ...{ type: 'direct', to: [me], content: 'scheduled' },
      scheduled_delivery_timestamp: at,
    }),
  );
  await ok(chat.post('/reminders', { message_id: first, scheduled_delivery_timestamp: at, note: 'remember' }));
  await until(async () => (await count(west, 'chat.missed_messages')) === 1, 'a missed message');
  receiver.status = 500;
  await ok(
    dispatch.post('/tasks', {
      destination: destinationAt(),
      recipients: [],
    }),
  );
  await until(() => receiver.deliveries.length > 0, 'a delivery that is refused');
  await west.services.database.transaction((tx) =>
    doQueueOutbound(tx, {
      ...{ organizationId: org.organization_id, channel: 'email', recipient: 'olive@couriers.example' },
      ...{ subject: 'Waiting', body: 'A mail that waits.' },
    }),
  );
  await until(() => mails.west.offered > 0, 'a mail that is refused');

  let refused = 0;
  await moveOrganization(
    { source: west.services, target: east.services },
    {
      organizationId: org.organization_id,
      to: 'east',
      async say(state) {
        if (state === 'switched') {
          // From here on the old cell sends nothing, and the other one has not begun.
          receiver.status = 200;
          refused = receiver.deliveries.length;
        }
        if (state !== 'fenced') return;
        // All has come due for the cell that has a copy, and it does nothing with it.
        east.clock.advance(HOUR_MS + 1000);
        const before = await count(east, 'chat.messages');
        await work(east);
        assert.deepEqual([await count(east, 'chat.messages'), await count(east, 'chat.missed_messages')], [before, 1]);
      },
    },
  );
  await Promise.all([work(east), work(east)]);
  west.clock.advance(HOUR_MS + 1000);
  await work(west);
  const { messages } = await ok(
    chat.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false }),
  );
  assert.equal(proxy.cell, 'east');
  const contents = messages.map(({ content }: { content: string }) => content);
  assert.deepEqual(contents.slice(0, 2), ['you missed me', 'scheduled']);
  assert.match(contents[2], /^You requested a reminder/);
  assert.equal(contents.length, 3);
  await until(() => mails.east.taken.length >= 2, 'both mails', 90);
  assert.deepEqual(mails.east.taken.toSorted(), [mara.email, 'olive@couriers.example'].toSorted());
  assert.deepEqual(mails.west.taken, []);
  await until(() => receiver.deliveries.length > refused, 'the delivery', 90);
  await until(async () => (await count(east, 'dispatch.webhook_deliveries')) === 0, 'the end of the delivery');
  assert.equal(receiver.deliveries.length, refused + 1);
  const left = await west.services.database.reader.first(sql`
    select from jobs.job where data->>'organizationId' = ${org.organization_id}`);
  assert.equal(left, undefined);
});

test('new IDs in the target are above all that have come', async () => {
  const { messages } = await ok(chat.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }));
  const { id } = await ok(chat.post('/messages', { type: 'direct', to: [org.chat.user_id], content: 'new here' }));
  assert.ok(id > messages[0].id);
  const { members } = await ok(chat.get('/users'));
  const newcomer = await makePerson(east, org, { name: 'Nora Neumann' });
  assert.ok(newcomer.id > Math.max(...members.map(({ user_id }: { user_id: number }) => user_id)));
  const own = new Map((await loadSequences(east.services.database.reader)).map(({ name, last }) => [name, last]));
  const low = (await loadSequences(west.services.database.reader)).filter(({ name, last }) => own.get(name)! < last);
  assert.deepEqual(low, []);
});
