import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { PRESENT_FORM } from '../../src/platform/people/password-cost.ts';
import { checkedHashes } from '../harness/checked-passwords.ts';
import { DispatchClient } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { knowLocalhosts } from '../harness/localhost.ts';
import { startTestServer } from '../harness/server.ts';
import { sentStatements } from '../harness/statements.ts';
import { PASSWORD, Visitors } from '../harness/visitors.ts';

// Who asks about what they should not know learns nothing: by the answer, by the work it makes, by the time it takes.

knowLocalhosts();
const server = await startTestServer({ organizationAddresses: true });
after(() => server[Symbol.asyncDispose]());

type Ask = () => Promise<Response>;

/** Headers that no two answers share; the length is that of what was entered. */
const OF_ONE_ANSWER = ['date', 'x-request-id', 'content-length'];

/** Status, headers and content of an answer; `own` is what differs by what was asked, such as the address that was entered. */
async function answerOf(ask: Ask, own = ''): Promise<string> {
  const answer = await ask();
  const headers = [...answer.headers].filter(([name]) => !OF_ONE_ANSWER.includes(name));
  const text = (await answer.text()).replaceAll(/"request":\s*"[^"]*"/g, '');
  return JSON.stringify([answer.status, headers, own === '' ? text : text.replaceAll(own, 'OWN')]);
}

/** The kinds of statements of a request; the fewest of some attempts, since others may ask something meanwhile. */
async function statementsOf(ask: Ask): Promise<string[]> {
  const attempts: string[][] = [];
  for (let n = 0; n < 5; n++) attempts.push((await sentStatements(ask)).map(({ text }) => text));
  return attempts.toSorted((a, b) => a.length - b.length)[0]!;
}

const timeOf = async (ask: Ask) => {
  const start = performance.now();
  await (await ask()).text();
  return performance.now() - start;
};
const medianOf = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** A difference of the program is there in each round, one of a busy machine hardly. */
const ROUNDS = 12;
const MOST = 0.1;

/** Holds when a round's medians are as near to each other as they may. Who is asked first alternates, so that both see the same load. */
async function assertSameTime(one: Ask, other: Ask, attempts: number): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [ones, others]: [number[], number[]] = [[], []];
    for (let n = 0; n < attempts; n++) {
      const isFirst = n % 2 === 0;
      if (isFirst) ones.push(await timeOf(one));
      others.push(await timeOf(other));
      if (!isFirst) ones.push(await timeOf(one));
    }
    const ratio = medianOf(ones) / medianOf(others);
    if (Math.abs(ratio - 1) <= MOST) return;
    ratios.push(ratio);
  }
  assert.fail(`the times differ in each round, by ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`);
}

describe('a tracking link', () => {
  const links: Record<'ended' | 'deleted' | 'foreign' | 'unknown', string> = {
    ended: '',
    deleted: '',
    foreign: '',
    unknown: '',
  };
  let site: string;
  const forms = {
    page: (token: string) => fetch(`${site}/t/${token}`, { headers: { 'accept-language': 'de' } }),
    answer: (token: string) => fetch(`${site}/api/v2/tracking/${token}`),
    stream: (token: string) => fetch(`${site}/api/v2/tracking/${token}/events`),
    message: (token: string) =>
      fetch(`${site}/api/v2/tracking/${token}/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"text":"Ring twice"}',
      }),
  };

  before(async () => {
    const fleet = await startFleet(server);
    const { organization_id, chat, dispatch } = await server.organization();
    assert.notEqual(organization_id, fleet.organization);
    site = fleet.chat.site;
    const tokenOf = (task: { trackingURL: string }) => task.trackingURL.split('/t/')[1]!;
    const given = { organizationId: fleet.organization, team: 'North', name: 'Dora Driver', phone: '+14155550183' };
    const dora = await createWorkerForCli(server.services, given);
    const signedIn = await new DispatchClient({ url: site, token: '' }).post('/driver/sign-in', dora);
    const driver = new DispatchClient({ url: site, token: signedIn.json.token });
    const done = await fleet.task({ container: { type: 'WORKER', worker: dora.worker_id } });
    assert.equal((await driver.post('/driver/duty', { onDuty: true })).status, 200);
    for (const step of ['start', 'complete'])
      assert.equal((await driver.post(`/driver/tasks/${done.id}/${step}`, { success: true })).status, 200);
    const away = await fleet.task();
    assert.equal((await fleet.api.delete(`/tasks/${away.id}`)).status, 200);
    const foreign = await new DispatchClient(dispatch).post('/tasks', { destination: destinationAt() });
    assert.notEqual(chat.site, site);
    Object.assign(links, {
      ended: tokenOf(done),
      deleted: tokenOf(away),
      foreign: tokenOf(foreign.json),
      unknown: randomBytes(16).toString('hex'),
    });
    assert.equal((await forms.page(links.ended)).status, 200);
    // At its own organization's address the other one is open.
    assert.equal((await fetch(`${chat.site}/t/${links.foreign}`)).status, 200);
    server.clock.advance((server.services.config.trackingHours + 1) * 3_600_000);
  });

  for (const [name, ask] of Object.entries(forms)) {
    test(`that has ended, was deleted, or is another organization’s answers as one that nobody made: ${name}`, async () => {
      const unknown = await answerOf(() => ask(links.unknown));
      assert.match(unknown, /^\[404,/);
      for (const [kind, token] of Object.entries(links)) assert.equal(await answerOf(() => ask(token)), unknown, kind);
    });

    test(`makes the same work, whatever it is of: ${name}`, async () => {
      const unknown = await statementsOf(() => ask(links.unknown));
      assert.ok(unknown.some((text) => text.includes('tracking_token')));
      for (const [kind, token] of Object.entries(links))
        assert.deepEqual(await statementsOf(() => ask(token)), unknown, kind);
    });
  }

  test('takes the same time to within a tenth, whether it has ended or nobody made it', async () => {
    await assertSameTime(
      () => forms.page(links.ended),
      () => forms.page(links.unknown),
      41,
    );
  });
});

describe('an account', () => {
  const WRONG = 'a phrase that is not theirs';
  let site: string;
  const ACCOUNTS = { known: 'kim@couriers.example', unknown: 'uma@couriers.example' };
  const PHONES = { known: '+14155550181', unknown: '+14155550182' };

  before(async () => {
    const org = await server.organization({ name: 'Quiet Couriers' });
    site = org.chat.site;
    const { owner } = new Visitors(server, org);
    const made = await owner.post('/users', { email: ACCOUNTS.known, full_name: 'Kim Known', password: PASSWORD });
    assert.equal(made.json.result, 'success', made.json.msg);
    const dispatch = new DispatchClient(org.dispatch);
    const [{ id }] = (await dispatch.get('/admins')).json;
    const team = await dispatch.post('/teams', { name: 'North', workers: [], managers: [id] });
    const worker = { name: 'Walt Worker', phone: PHONES.known, teams: [team.json.id] };
    assert.equal((await dispatch.post('/workers', worker)).status, 200);
  });

  const post = (path: string, body: object | URLSearchParams) => {
    const isForm = body instanceof URLSearchParams;
    return fetch(`${site}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
  };
  const signIns: Record<string, (who: string) => Promise<Response>> = {
    page: (emailOrPhone) => post('/sign-in', new URLSearchParams({ emailOrPhone, password: WRONG })),
    session: (email) => post('/api/session', { email, password: WRONG }),
    chat: (username) => post('/api/v1/fetch_api_key', new URLSearchParams({ username, password: WRONG })),
    driver: (phone) => post('/api/v2/driver/sign-in', { phone, password: WRONG }),
  };

  for (const [name, ask] of Object.entries(signIns)) {
    const { known, unknown } = name === 'driver' ? PHONES : ACCOUNTS;

    test(`answers a wrong password as nobody’s would be: ${name}`, async () => {
      const answer = await answerOf(() => ask(unknown), unknown);
      assert.match(answer, /^\[40[13],/);
      assert.equal(await answerOf(() => ask(known), known), answer);
    });

    test(`costs as many passwords as nobody’s: ${name}`, async () => {
      const [ofKnown, ofUnknown] = [await checkedHashes(() => ask(known)), await checkedHashes(() => ask(unknown))];
      assert.ok(ofKnown.length > 0);
      assert.equal(ofKnown.length, ofUnknown.length);
      for (const hash of [...ofKnown, ...ofUnknown]) assert.ok(hash.startsWith(PRESENT_FORM), hash);
    });
  }

  test('is looked for by phone at the page as nobody’s is', async () => {
    const { page } = signIns;
    const answers = await Promise.all(Object.values(PHONES).map((phone) => answerOf(() => page!(phone), phone)));
    assert.equal(answers[0], answers[1]);
    const [known, unknown] = [
      await checkedHashes(() => page!(PHONES.known)),
      await checkedHashes(() => page!(PHONES.unknown)),
    ];
    assert.equal(known.length, unknown.length);
  });

  test('takes the same time to within a tenth, whether it exists: at the sign-in', async () => {
    await assertSameTime(
      () => signIns.session!(ACCOUNTS.known),
      () => signIns.session!(ACCOUNTS.unknown),
      9,
    );
  });

  test('takes the same time to within a tenth, whether it exists: when a new password is asked for', async () => {
    const ask = (email: string) => post('/reset', new URLSearchParams({ email }));
    assert.equal(
      await answerOf(() => ask(ACCOUNTS.known), ACCOUNTS.known),
      await answerOf(() => ask(ACCOUNTS.unknown), ACCOUNTS.unknown),
    );
    await assertSameTime(
      () => ask(ACCOUNTS.known),
      () => ask(ACCOUNTS.unknown),
      41,
    );
  });
});
