/**
 * The Monday after a move: a company of 60 comes from Slack on Friday; on Monday people accept invitations, orders are
 * imported and routed, drivers work with dead zones, the server is killed twice, and a backup is gone on with elsewhere.
 * At five, all figures are those of a script that knows what was done.
 */

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, test } from 'node:test';
import { generate } from 'otplib';
import { clockOf } from '../../rules/local-times.ts';
import { guessMeanings } from '../../rules/task-columns.ts';
import { keysOfLines, LineReader } from '../../rules/task-lines.ts';
import { auditList } from '../../src/cli/audit.ts';
import { withServices } from '../../src/cli/command.ts';
import { importSource } from '../../src/cli/import.ts';
import { createKey } from '../../src/cli/keys.ts';
import { showSecret } from '../../src/cli/webhooks.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { openArchive } from '../../src/import/archive/open-archive.ts';
import { readOrders } from '../../src/import/csv/read-list.ts';
import { programOf } from '../../src/import/sources.ts';
import { inviteImportedPeople } from '../../src/pages/imported-people/actions.ts';
import { readConfig } from '../../src/platform/config.ts';
import { listOutbox } from '../../src/platform/outbound/outbox.ts';
import type { Services } from '../../src/platform/services.ts';
import { type Answer, ChatClient, DispatchClient, until } from '../harness/clients.ts';
import { FormBrowser } from '../harness/form-browser.ts';
import { Installation } from '../harness/program.ts';
import { Receiver } from '../harness/receiver.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { writeFolder } from '../harness/slack-archive.ts';
import { linkIn, PASSWORD } from '../harness/visitors.ts';
import {
  addressOf,
  companyArchive,
  DRIVERS,
  driverPhone,
  MESSAGES,
  OWNER,
  ordersList,
  PEOPLE,
} from './monday/company.ts';

/** Orders and people of the day; `MONDAY=whole` for as many as the day has: passwords and routes take the most time. */
const [ORDERS, JOINING] = process.env.MONDAY === 'whole' ? [300, 20] : [60, 6];
const SETTINGS = { WEBHOOK_ALLOW_INSECURE: 'true' };

const [old, next, receiver] = await Promise.all([Installation.create(), Installation.create(), Receiver.start()]);
const written = await writeFolder({ 'team.zip': companyArchive() });
after(async () => {
  await receiver.stop();
  await old[Symbol.asyncDispose]();
  await next[Symbol.asyncDispose]();
  await written[Symbol.asyncDispose]();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
async function must(asked: Promise<Answer>): Promise<any> {
  const answer = await asked;
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

const configOf = ({ dataDir }: Installation) =>
  readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
const asOperator = <T>(place: Installation, work: (services: Services) => Promise<T>) =>
  withServices(configOf(place), work);

/** Record of what was done. */
interface Ledger {
  /** IDs of completed tasks, by their success. */
  succeeded: Set<string>;
  failed: Set<string>;
  /** Texts of topics, oldest first, by their tasks. */
  topics: Map<string, string[]>;
}

test('the Monday after a move', { timeout: 900_000 }, async () => {
  let program = await old.start(SETTINGS);
  // Friday: the chat comes from Slack, the fleet from its list.
  const moved = await asOperator(old, async (services) => {
    await using archive = await openArchive(path.join(written.folder, 'team.zip'));
    const source = await programOf(archive, 'slack').open(archive, services.config);
    const { organizationId } = await importSource(services, source, {
      ...{ name: 'Lark Couriers', country: 'US', timezone: 'America/Los_Angeles' },
      ...{ ownerEmail: OWNER.email, ownerName: OWNER.name, ownerPassword: PASSWORD },
    });
    const [dispatch, chat] = [
      await createKey(services, { organization: organizationId, label: 'script' }),
      await createKey(services, { organization: organizationId, email: OWNER.email, label: 'script' }),
    ];
    return { organizationId, key: dispatch.api_key, chatKey: chat.api_key };
  });
  const { organizationId } = moved;
  const clients = () => ({
    api: new DispatchClient({ url: program.url, api_key: moved.key }),
    chat: new ChatClient({ site: program.url, email: OWNER.email, api_key: moved.chatKey }),
  });
  let { api, chat } = clients();
  const [admin] = await must(api.get('/admins'));
  const team = await must(api.post('/teams', { name: 'North', workers: [], managers: [admin.id] }));
  await must(api.put('/conversations/settings', {}));
  for (const trigger of [0, 3]) await must(api.post('/webhooks', { url: receiver.url, name: `t${trigger}`, trigger }));
  const workers = await asOperator(old, (services) =>
    Promise.all(
      Array.from({ length: DRIVERS }, (_, n) =>
        createWorkerForCli(services, { organizationId, team: 'North', name: `Driver ${n}`, phone: driverPhone(n) }),
      ),
    ),
  );

  // Monday: people come by their invitations, two of them with a second factor.
  const mails = await asOperator(old, async (services) => {
    assert.equal((await inviteImportedPeople(services, organizationId, 200)).invited, PEOPLE - 1);
    return listOutbox(services.database.reader, organizationId, 200);
  });
  for (let n = 1; n <= JOINING; n++) {
    const mail = mails.find(({ recipient }) => recipient === addressOf(n))!;
    const browser = await new FormBrowser(program.url).open(linkIn(mail.body));
    await browser.submit('Join', { password: PASSWORD });
    assert.equal(browser.status, 200, browser.text);
  }
  const secrets = new Map<string, string>();
  for (const email of [addressOf(1), addressOf(2)]) secrets.set(email, await turnOnSecondFactor(program.url, email));
  for (const [email, secret] of secrets) {
    const asked = await new SessionBrowser(program.url).signIn(email, PASSWORD);
    assert.equal(asked.json.code, 'code_needed');
    const { challenge } = asked.json;
    // Each code counts once: the next one is taken.
    const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    assert.equal((await new SessionBrowser(program.url).post('/api/session', { challenge, code })).status, 200);
  }

  // A dispatcher imports the orders as the console does; a second one imports the same list, and makes nothing twice.
  const made = await importOrders(api, team.id);
  assert.deepEqual(made, { created: ORDERS, before: 0, problems: 1 });
  assert.deepEqual(await importOrders(api, team.id), { created: 0, before: ORDERS, problems: 1 });

  const drivers = await Promise.all(
    workers.map(async ({ worker_id: id, phone, password }, n) => {
      const anyone = new DispatchClient({ url: program.url, token: 'nobody' });
      const { token } = await must(anyone.post('/driver/sign-in', { phone, password }));
      const client = () => new DispatchClient({ url: program.url, token });
      await must(client().post('/driver/duty', { onDuty: true }));
      const location = [-122.43 + n * 0.001, 37.77];
      await must(client().post('/driver/positions', { location, time: Date.now() }));
      return { id, client };
    }),
  );
  const { dispatchId } = await must(api.post(`/teams/${team.id}/dispatch`, { maxTasksPerRoute: ORDERS / DRIVERS }));
  await until(async () => (await must(api.get(`/dispatches/${dispatchId}`))).state === 'COMPLETED', 'the routes', 120);

  const ledger: Ledger = { succeeded: new Set(), failed: new Set(), topics: new Map() };
  type Driver = (typeof drivers)[number];
  const nextOf = async ({ client }: Driver, count: number): Promise<string[]> =>
    (await must(client().get('/driver/tasks'))).tasks.slice(0, count).map(({ id }: { id: string }) => id);
  /** Some stops of each driver: every third one has no network and sends all of them later, twice. */
  const work = (count: number) =>
    Promise.all(
      drivers.map(async (driver, n) => {
        const tasks = await nextOf(driver, count);
        const results = tasks.map((taskId, at) => ({ taskId, success: (n + at) % 5 !== 0 }));
        if (n % 3 === 0) {
          const actions = results.flatMap(({ taskId, success }) => [
            { kind: 'start', taskId, actionId: `s${taskId}`, time: Date.now() - 2000 },
            { kind: 'complete', taskId, actionId: `c${taskId}`, time: Date.now() - 1000, success, notes: 'dead zone' },
          ]);
          for (const _ of [1, 2]) {
            const { results: answers } = await must(driver.client().post('/driver/actions', { actions }));
            for (const { status, error } of answers) assert.equal(status, 200, JSON.stringify(error));
          }
        } else
          for (const { taskId, success } of results) {
            await must(driver.client().post(`/driver/tasks/${taskId}/start`, {}));
            await must(driver.client().post(`/driver/tasks/${taskId}/complete`, { success, notes: 'at the door' }));
          }
        for (const { taskId, success } of results) ledger[success ? 'succeeded' : 'failed'].add(taskId);
      }),
    );
  const killed = async () => {
    await program.end('SIGKILL');
    program = await old.start(SETTINGS);
    ({ api, chat } = clients());
  };
  /** A driver asks in the topic of a task, and is answered in the chat; the answer reaches the driver. */
  const askAndAnswer = async (driver: Driver) => {
    const [taskId] = await nextOf(driver, 1);
    await must(driver.client().post(`/driver/tasks/${taskId}/messages`, { text: 'Which door?' }));
    const { conversation } = await must(api.get(`/tasks/${taskId}/conversation`));
    const { channelId, topic } = conversation;
    await must(chat.post('/messages', { type: 'stream', to: channelId, topic, content: 'The blue one' }));
    const { messages } = await must(driver.client().get(`/driver/tasks/${taskId}/messages`));
    const texts = messages.map(({ text }: { text: string }) => text);
    assert.deepEqual(texts.slice(-2), ['Which door?', 'The blue one']);
    ledger.topics.set(taskId!, texts.slice(-2));
  };
  /** A recipient follows the task and leaves a note, which the driver reads. */
  const leaveNote = async (driver: Driver) => {
    const [taskId] = await nextOf(driver, 1);
    const { trackingURL } = await must(api.get(`/tasks/${taskId}`));
    const token = new URL(trackingURL).pathname.split('/').at(-1)!;
    const page = await new FormBrowser(program.url).open(`/t/${token}`);
    assert.equal(page.status, 200, page.text);
    const nobody = new DispatchClient({ url: program.url, token: 'nobody' });
    await must(nobody.post(`/tracking/${token}/message`, { text: 'The bell is broken' }));
    const [task] = (await must(driver.client().get('/driver/tasks'))).tasks;
    assert.ok(JSON.stringify(task).includes('The bell is broken'), 'the driver reads the note');
  };

  await work(2);
  await askAndAnswer(drivers[1]!);
  await killed();
  await leaveNote(drivers[2]!);
  await work(1);
  // Noon.
  const file = path.join(written.folder, 'noon.backup');
  const backup = await old.command('backup', file);
  assert.equal(backup.code, 0, backup.stderr);
  const noon = structuredClone(ledger);
  await work(1);
  const afternoon = [...ledger.succeeded].filter((id) => !noon.succeeded.has(id));
  await killed();
  // Three: the folder is lost. Everything goes on from noon, elsewhere.
  await program.end('SIGKILL');
  const { code, stderr } = await next.command('restore', file);
  assert.equal(code, 0, stderr);
  Object.assign(ledger, noon);
  program = await next.start(SETTINGS);
  ({ api, chat } = clients());
  await work(1);
  await askAndAnswer(drivers[4]!);

  // Five: the figures.
  const dayAgo = Date.now() - 86_400_000;
  const { total, workers: byWorker } = await must(api.get(`/analytics?from=${dayAgo}&to=${Date.now() + 60_000}`));
  assert.deepEqual([total.succeeded, total.failed], [ledger.succeeded.size, ledger.failed.size]);
  assert.equal(byWorker.length, DRIVERS);
  const done = [...ledger.succeeded, ...ledger.failed];
  assert.equal(done.length, DRIVERS * 4);
  for (const taskId of done) {
    const { state, completionDetails } = await must(api.get(`/tasks/${taskId}`));
    assert.equal(state, 3);
    assert.equal(completionDetails.success, ledger.succeeded.has(taskId));
    assert.match(completionDetails.notes, /^(dead zone|at the door)$/);
  }
  for (const [taskId, texts] of ledger.topics) {
    const { channelId, topic } = (await must(api.get(`/tasks/${taskId}/conversation`))).conversation;
    const narrow = [
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: topic },
    ];
    const { messages } = await must(chat.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow }));
    assert.ok(JSON.stringify(messages.map(({ content }: { content: string }) => content)).includes(texts[1]!));
  }
  const past = [{ operator: 'channel', operand: 'general' }];
  const { messages } = await must(
    chat.get('/messages', { anchor: 'newest', num_before: 1000, num_after: 0, narrow: past }),
  );
  assert.equal(messages.filter(({ content }: { content: string }) => content.includes('last year')).length, MESSAGES);
  // The receiver has each success, those between noon and three too, and nothing else; each with a right signature.
  const received = () =>
    receiver.deliveries.filter(({ body }) => body.triggerId === 3).map(({ body }) => body.taskId as string);
  const wanted = new Set([...ledger.succeeded, ...afternoon]);
  await until(() => [...wanted].every((id) => received().includes(id)), 'every delivery', 60);
  assert.deepEqual(new Set(received()), wanted);
  const { webhook_secret: secret } = await asOperator(next, (services) => showSecret(services, organizationId));
  assert.deepEqual(
    receiver.deliveries.filter((delivery) => !Receiver.verifies(delivery, secret)),
    [],
  );
  const audited = await asOperator(next, ({ database }) => auditList(database.reader, organizationId, {}, 1000));
  const counts = Object.groupBy(audited, ({ action }) => action);
  const expected = {
    ...{ 'organization.created': 1, 'team.created': 1, 'webhook.created': 2, 'key.made': 2, 'backup.restored': 1 },
    ...{ 'worker.created': DRIVERS, 'worker.signed_in': DRIVERS, 'person.reactivated': PEOPLE - 1 },
    ...{ 'person.password_set': JOINING, 'person.second_factor_on': 2 },
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((action) => [action, counts[action]?.length ?? 0])),
    expected,
    JSON.stringify(Object.entries(counts).map(([action, all]) => [action, all?.length])),
  );
});

/** Imports the list of orders as the console does: read, checked, and created in parts with the keys of their lines. */
async function importOrders(api: DispatchClient, team: string) {
  const { headings, rows } = await readOrders(new TextEncoder().encode(ordersList(ORDERS)), undefined);
  const reader = new LineReader(guessMeanings(headings, {}, []), {
    ...{ clock: clockOf('America/Los_Angeles'), now: Date.now(), isDayFirst: false, country: 'US' },
    ...{ workers: [], teams: [{ id: team, name: 'North' }], fields: [] },
  });
  const tasks = rows.map((cells) => reader.read(cells).task);
  const keys = keysOfLines(tasks);
  const counts = { created: 0, before: 0, problems: 0 };
  for (let at = 0; at < tasks.length; at += 100) {
    const some = tasks.slice(at, at + 100);
    const lines = keys.slice(at, at + 100).map((key) => ({ key }));
    const { results } = await must(api.post('/tasks/batch/check', { tasks: some, lines }));
    const answer = await must(api.post('/tasks/batch', { tasks: some, lines }));
    counts.created += answer.tasks.length;
    counts.before += answer.importedBefore.length;
    counts.problems += results.filter(({ error }: { error: object | null }) => error).length;
    assert.equal(answer.errors.length, results.filter(({ error }: { error: object | null }) => error).length);
  }
  return counts;
}

/** Turns on the second factor of somebody, on the pages of the account. @returns the secret of the app */
async function turnOnSecondFactor(url: string, email: string): Promise<string> {
  const browser = await new FormBrowser(url).open('/sign-in');
  await browser.submit('Continue', { emailOrPhone: email, password: PASSWORD });
  await browser.open('/account/second-factor');
  await browser.submit('Turn it on', { password: PASSWORD });
  const secret = /<code class="key"[^>]*>([^<]+)</.exec(browser.html)?.[1]?.replaceAll(' ', '');
  assert.ok(secret, browser.text);
  await browser.submit('Turn it on', { code: await generate({ secret }) });
  assert.equal(browser.status, 200, browser.text);
  return secret;
}
