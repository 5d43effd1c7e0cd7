/**
 * The Monday after a move: a company of 60 comes from Slack on Friday; on Monday people accept invitations, orders are
 * imported and routed, drivers work with dead zones, the server is killed twice, and a backup is gone on with elsewhere.
 * At five, all figures are those of a script that knows what was done.
 */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { auditList } from '../../src/cli/audit.ts';
import { withServices } from '../../src/cli/command.ts';
import {
  COMPANY_OWNER,
  DRIVERS,
  depotOf,
  fleetList,
  MESSAGES,
  ordersList,
  PEOPLE,
  personAddress,
  TEAM_NAMES,
} from '../../src/cli/demo/monday/company.ts';
import { moveCompanyIn } from '../../src/cli/demo/monday/move-in.ts';
import { createKey } from '../../src/cli/keys.ts';
import { showSecret } from '../../src/cli/webhooks.ts';
import { inviteImportedPeople } from '../../src/pages/imported-people/actions.ts';
import { readConfig } from '../../src/platform/config.ts';
import { listOutbox } from '../../src/platform/outbound/outbox.ts';
import type { Services } from '../../src/platform/services.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { type Answer, ChatClient, DispatchClient, until } from '../harness/clients.ts';
import { FormBrowser } from '../harness/form-browser.ts';
import { Installation } from '../harness/program.ts';
import { Receiver } from '../harness/receiver.ts';
import { writeFolder } from '../harness/slack-archive.ts';
import { linkIn, PASSWORD } from '../harness/visitors.ts';
import { answerInChat, importOrders, MondayPages, planRoutes } from './monday/pages.ts';
import { captureProof, checkProof, lookAtProof } from './monday/proofs.ts';

/** Orders and people of the day; `MONDAY=whole` for as many as the day has: passwords and routes take the most time. */
const [ORDERS, JOINING] = process.env.MONDAY === 'whole' ? [300, 20] : [60, 4];
const SETTINGS = { WEBHOOK_ALLOW_INSECURE: 'true', WEB: 'on' };

const [old, next, receiver] = await Promise.all([Installation.create(), Installation.create(), Receiver.start()]);
const written = await writeFolder({});
const chromium = withoutBrowser ? undefined : await Chromium.start();
after(async () => {
  await chromium?.[Symbol.asyncDispose]();
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
// biome-ignore lint/suspicious/noExplicitAny: as printed
const command = async (...args: string[]): Promise<any> => {
  const { code, stdout, stderr } = await old.command(...args, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
};
const asOperator = <T>(place: Installation, work: (services: Services) => Promise<T>) =>
  withServices(configOf(place), work);

/** Record of what was done. */
interface Ledger {
  /** IDs of completed tasks, by their success. */
  succeeded: Set<string>;
  failed: Set<string>;
  /** Texts of topics, oldest first, by their tasks. */
  topics: Map<string, string[]>;
  /** IDs of tasks with a photo and a signature. */
  proven: Set<string>;
}

test('the Monday after a move', { skip: withoutBrowser, timeout: 1_800_000 }, async (t) => {
  const since = performance.now();
  const reached = (what: string) => t.diagnostic(`${Math.round((performance.now() - since) / 1000)} s: ${what}`);
  let program = await old.start(SETTINGS);
  // Friday: the chat comes from Slack, the fleet from its list.
  const [fleet, orders] = ['fleet.csv', 'orders.csv'].map((name) => path.join(written.folder, name)) as [
    string,
    string,
  ];
  const moved = await asOperator(old, async (services) => {
    const organizationId = await moveCompanyIn(services, written.folder, PASSWORD);
    // Nobody was told anything.
    assert.deepEqual(await listOutbox(services.database.reader, organizationId, 10), []);
    const [dispatch, chat] = [
      await createKey(services, { organization: organizationId, label: 'script' }),
      await createKey(services, { organization: organizationId, email: COMPANY_OWNER.email, label: 'script' }),
    ];
    return { organizationId, key: dispatch.api_key, chatKey: chat.api_key };
  });
  const { organizationId } = moved;
  const countsOf = ({ lines }: { lines: { count: number }[] }) => lines.map(({ count }) => count);
  // The list once more, by the command: its workers are known by their numbers.
  await writeFile(fleet, fleetList());
  const known = await command('import', 'csv', fleet, '--fleet', '--organization', organizationId);
  assert.deepEqual(countsOf(known), [DRIVERS, 0, 0, DRIVERS, 0, 0]);
  const clients = () => ({
    api: new DispatchClient({ url: program.url, api_key: moved.key }),
    chat: new ChatClient({ site: program.url, email: COMPANY_OWNER.email, api_key: moved.chatKey }),
  });
  let { api, chat } = clients();
  await must(api.put('/conversations/settings', {}));
  for (const trigger of [0, 3]) await must(api.post('/webhooks', { url: receiver.url, name: `t${trigger}`, trigger }));

  reached('moved in');
  // Monday: people come by their invitations, two of them with a second factor.
  const mails = await asOperator(old, async (services) => {
    assert.equal((await inviteImportedPeople(services, organizationId, 200)).invited, PEOPLE - 1);
    return listOutbox(services.database.reader, organizationId, 200);
  });
  const pages = () => new MondayPages(chromium!, program.url);
  for (let n = 1; n <= JOINING; n++) {
    const { body } = mails.find(({ recipient }) => recipient === personAddress(n))!;
    await pages().join(linkIn(body), personAddress(n), n <= 2);
  }

  reached('people have joined');
  // Drivers are invited by SMS, and come.
  const workers = (await must(api.get('/workers'))) as { id: string; phone: string }[];
  workers.sort((a, b) => (a.phone < b.phone ? -1 : 1));
  for (const { id } of workers) await must(api.post(`/workers/${id}/invitation`));
  const sent = await asOperator(old, ({ database }) => listOutbox(database.reader, organizationId, 200));
  const drivers = await Promise.all(
    workers.map(async ({ id, phone }, n) => {
      const { body } = sent.find(({ recipient }) => recipient === phone)!;
      const password = /password ([a-z2-9]{10})/.exec(body)![1];
      const anyone = new DispatchClient({ url: program.url, token: 'nobody' });
      const { token } = await must(anyone.post('/driver/sign-in', { phone, password }));
      const client = () => new DispatchClient({ url: program.url, token });
      await must(client().post('/driver/duty', { onDuty: true }));
      await must(client().post('/driver/positions', { location: depotOf(n), time: Date.now() }));
      return { id, client };
    }),
  );

  reached('drivers are on duty');
  // A dispatcher imports the orders and plans the routes in the console. The same list by command makes nothing twice.
  await writeFile(orders, ordersList(ORDERS));
  const floor = await pages().open(COMPANY_OWNER.email, '/dispatch/table');
  await importOrders(floor, ordersList(ORDERS), ORDERS);
  const again = await command('import', 'csv', orders, '--organization', organizationId);
  assert.deepEqual(countsOf(again).slice(0, 4), [ORDERS + 1, 0, ORDERS, 1]);
  for (const team of TEAM_NAMES) await planRoutes(floor, team, ORDERS / DRIVERS);
  await floor.context().close();
  reached('routes are planned');
  const ledger: Ledger = { succeeded: new Set(), failed: new Set(), topics: new Map(), proven: new Set() };
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
            const proof = success ? await captureProof(driver.client(), taskId) : {};
            if (success) ledger.proven.add(taskId);
            const done = { success, notes: 'at the door', ...proof };
            await must(driver.client().post(`/driver/tasks/${taskId}/complete`, done));
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
    const page = await pages().open(COMPANY_OWNER.email, '/chat');
    await answerInChat(page, channelId, topic, 'The blue one');
    const readTexts = async (): Promise<string[]> =>
      (await must(driver.client().get(`/driver/tasks/${taskId}/messages`))).messages.map(
        ({ text }: { text: string }) => text,
      );
    // The page shows a message before it has gone.
    await until(async () => (await readTexts()).at(-1) === 'The blue one', 'the answer');
    await page.context().close();
    const texts = await readTexts();
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
  reached('noon');
  // Noon.
  const file = path.join(written.folder, 'noon.backup');
  const backup = await old.command('backup', file);
  assert.equal(backup.code, 0, backup.stderr);
  const noon = structuredClone(ledger);
  for (const taskId of noon.proven) await checkProof(api, taskId);
  await work(1);
  const afternoon = [...ledger.succeeded].filter((id) => !noon.succeeded.has(id));
  await killed();
  reached('three');
  // Three: the folder is lost. Everything goes on from noon, elsewhere.
  await program.end('SIGKILL');
  const { code, stderr } = await next.command('restore', file);
  assert.equal(code, 0, stderr);
  Object.assign(ledger, noon);
  program = await next.start(SETTINGS);
  ({ api, chat } = clients());
  await work(1);
  await askAndAnswer(drivers[4]!);

  reached('five');
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
  assert.ok(ledger.proven.size > DRIVERS, `${ledger.proven.size} proofs`);
  for (const taskId of ledger.proven) await checkProof(api, taskId);
  // One of the morning, which came back from the backup, and one of the afternoon.
  const table = await pages().open(COMPANY_OWNER.email, '/dispatch/table');
  for (const taskId of [[...noon.proven][0]!, [...ledger.proven].at(-1)!]) await lookAtProof(table, taskId);
  await table.context().close();
  const past = [{ operator: 'channel', operand: 'general' }];
  const { messages } = await must(
    chat.get('/messages', { anchor: 'newest', num_before: 1000, num_after: 0, narrow: past }),
  );
  const lastYear = Date.UTC(2021, 0) / 1000;
  assert.equal(messages.filter(({ timestamp }: { timestamp: number }) => timestamp < lastYear).length, MESSAGES);
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
    ...{
      'organization.created': 1,
      'team.created': TEAM_NAMES.length,
      'webhook.created': 2,
      'key.made': 2,
      'backup.restored': 1,
    },
    ...{ 'worker.created': DRIVERS, 'worker.signed_in': DRIVERS, 'person.reactivated': PEOPLE - 1 },
    ...{ 'person.password_set': JOINING + DRIVERS, 'person.second_factor_on': 2 },
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((action) => [action, counts[action]?.length ?? 0])),
    expected,
    JSON.stringify(Object.entries(counts).map(([action, all]) => [action, all?.length])),
  );
});
