import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { statementsOf } from '../../../tests/harness/statements.ts';
import { linkIn, NEXT_PASSWORD, PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { doCreateAdministratorKey } from '../../dispatch/administrators/actions.ts';
import { sql } from '../../platform/db/sql.ts';
import { loadPeopleByEmail } from '../../platform/people/access.ts';
import { doSetEmail } from '../../platform/people/actions.ts';
import { RESET_QUEUE } from './send-reset-links.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const { browse, signedIn, person, sent, resetLink } = new Visitors(server, org);
const { database } = server.services;

describe('a forgotten password', () => {
  test('gets the same answer whether the address exists, and a mail only where it does', async () => {
    const email = await person('rea');
    const answers: string[] = [];
    for (const address of [email, 'nobody@couriers.example']) {
      const browser = await (await browse().open('/reset')).submit('Send link', { email: address });
      answers.push(browser.text.replace(address, ''));
    }
    assert.equal(answers[0], answers[1]);
    await until(async () => (await sent(email)).length === 1, 'the mail');
    assert.equal((await sent('nobody@couriers.example')).length, 0);
  });

  test('costs the same whether the address exists: the same statements, and no mail is written by the page', async () => {
    const cost = (email: string) =>
      statementsOf(/insert into jobs\..*'send-reset-links'/is, async () => {
        await (await browse().open('/reset')).submit('Send link', { email });
      });
    const [known, unknown] = [await cost(await person('ron')), await cost('nobody@couriers.example')];
    assert.deepEqual(known, unknown);
    assert.doesNotMatch(known.join(), /platform\.(?:people|person_tokens|outbox)/);
  });

  test('is chosen anew by the link, once; other browsers are out, and the person is told', async () => {
    const email = await person('ren');
    const inside = await signedIn(email);
    await (await browse().open('/reset')).submit('Send link', { email });
    await until(async () => (await sent(email)).length === 1, 'the mail');
    const link = linkIn((await sent(email))[0]!.body);
    const browsers = [await browse().open(link), await browse().open(link)];
    await browsers[0]!.submit('Save', { password: 'Password123!' });
    assert.equal(browsers[0]!.status, 400);
    await Promise.all(browsers.map((browser) => browser.submit('Save', { password: NEXT_PASSWORD })));
    assert.deepEqual(browsers.map(({ status }) => status).sort(), [200, 404]);
    const again = await browse().open(link);
    assert.equal(again.status, 404);
    assert.equal((await again.follow('Send a new link')).title, 'New password');
    assert.equal((await inside.open('/account')).title, 'Sign in');
    assert.equal((await (await signedIn(email, NEXT_PASSWORD)).open('/account')).title, 'Your account');
    assert.equal((await signedIn(email)).status, 403);
    assert.ok((await sent(email)).some(({ subject }) => /has changed/.test(subject ?? '')));
  });

  test('holds for an hour', async () => {
    const email = await person('rex');
    await (await browse().open('/reset')).submit('Send link', { email });
    await until(async () => (await sent(email)).length === 1, 'the mail');
    const link = linkIn((await sent(email))[0]!.body);
    server.clock.advance(61 * 60_000);
    assert.equal((await browse().open(link)).status, 404);
  });

  test('is not chosen by a link from before another password or another address', async () => {
    const email = await person('lia');
    const first = await resetLink(email);
    const browser = await (await signedIn(email)).open('/account/password');
    await browser.submit('Change password', { old: PASSWORD, password: NEXT_PASSWORD });
    assert.equal((await browse().open(first)).status, 404);
    const second = await resetLink(email);
    const opened = await browse().open(second);
    const [{ id } = { id: '' }] = await loadPeopleByEmail(database.reader, null, email);
    await database.transaction((tx) =>
      doSetEmail(tx, { organizationId: org.organization_id, id }, 'lia2@couriers.example', false),
    );
    assert.equal((await browse().open(second)).status, 404);
    await opened.submit('Save', { password: PASSWORD });
    assert.equal(opened.status, 404);
    assert.equal((await signedIn('lia2@couriers.example', NEXT_PASSWORD)).status, 200);
  });

  test('is mailed to the address of the account, not to one that is written like it', async () => {
    const email = await person('mike');
    const alike = 'mi\u212ae@couriers.example';
    await (await browse().open('/reset')).submit('Send link', { email: alike });
    await until(async () => (await sent(email)).length === 1, 'the mail');
    assert.equal((await sent(alike)).length, 0);
  });

  test('ends clients too, by whichever key; bots stay', async () => {
    const email = 'rita@couriers.example';
    const theirs = await server.organization({ ownerEmail: email });
    const { chat, dispatch, organization_id: organizationId } = theirs;
    const visitors = new Visitors(server, theirs);
    const client = new ChatClient(chat);
    const bot = (await client.post('/bots', { full_name: 'Bot', short_name: 'bot' })).json;
    const { email: botEmail } = (await client.get(`/users/${bot.user_id}`)).json.user;
    const botClient = new ChatClient({ ...chat, email: botEmail, api_key: bot.api_key });
    const { key } = await database.transaction((tx) => doCreateAdministratorKey(tx, email, 'desk'), {
      organizationId,
    });
    const desk = new DispatchClient({ ...dispatch, api_key: key });
    const browser = await browse().open(await visitors.resetLink(email));
    assert.match(browser.text, /signs out all your browsers and clients/);
    const statuses = async () => [
      (await client.get('/users/me')).status,
      (await desk.get('/teams')).status,
      (await botClient.get('/users/me')).status,
    ];
    assert.deepEqual(await statuses(), [200, 200, 200]);
    await browser.submit('Save', { password: NEXT_PASSWORD });
    assert.deepEqual(await statuses(), [401, 401, 200]);
    const received = (await visitors.sent(email)).find(({ subject }) => /has changed/.test(subject ?? ''));
    assert.match(received!.body, /clients were signed out, and your API keys were revoked/);
  });

  test('is asked for by anybody, and yet fills no mailbox', async () => {
    const email = await person('flo');
    for (let n = 1; n <= 7; n++) {
      await (await browse().open('/reset')).submit('Send link', { email });
      const isMailed = async () => (await sent(email)).length === Math.min(n, 5);
      const isDone = async () => (await waiting(email)) === 0;
      await until(async () => (await isDone()) && (await isMailed()), `mail ${n}`);
      server.clock.advance(61_000);
    }
    server.clock.advance(3_600_000);
    await resetLink(email);
  });

  test('is looked for once, however often it is asked for meanwhile', async () => {
    const email = await person('max');
    const job = { queue: RESET_QUEUE, data: { email }, singletonKey: email, startAfter: new Date(Date.now() + 60_000) };
    await database.transaction(async (tx) => tx.enqueue(job));
    for (let n = 0; n < 3; n++)
      await (await browse().open('/reset')).submit('Send link', { email: 'MAX@couriers.example' });
    assert.equal(await waiting(email), 1);
  });
});

/** Jobs that are not done. */
async function waiting(email: string): Promise<number> {
  const row = await database.reader.first(sql<{ count: number }>`
    select count(*)::int as count from jobs.job
    where name = ${RESET_QUEUE} and lower(data->>'email') = ${email} and state < 'completed'`);
  return row!.count;
}
