import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { makeFirstRunAddress } from '../../src/pages/first-run/actions.ts';
import { WEB_PUSH } from '../harness/browser-pushes.ts';
import { DispatchClient, until } from '../harness/clients.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { PASSWORD } from '../harness/visitors.ts';
import type { SessionRecorder } from './session-recorder.ts';
import { EXAMPLE_TIME_MS } from './stable.ts';

const PUSH = {
  endpoint: 'https://push.example/olive',
  keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
};

/** Calls every operation of the session API, on a server of two organizations: what one alone is told is of the machine. */
export async function callSession(recorder: SessionRecorder): Promise<void> {
  await foundOrganization(recorder);
  await using server = await startTestServer({ webPush: WEB_PUSH });
  server.clock.advance(EXAMPLE_TIME_MS - Date.now());
  const org = await server.organization({
    name: 'Example Couriers',
    ownerName: 'Olive Owner',
    ownerEmail: 'olive@couriers.example',
  });
  await server.organization();
  const browser = new SessionBrowser(server.url);
  const call = (id: string, given = {}) => recorder.call(browser, id, given);
  await call('open-session', { body: { email: org.chat.email, password: PASSWORD } });
  await call('get-session');
  await call('get-page-key');
  await call('subscribe-browser', { body: PUSH });
  await call('unsubscribe-browser', { body: { endpoint: PUSH.endpoint } });
  await callAboutPeople(recorder, browser, server, org);
  await callSettings(call, browser);

  const watched = new SessionBrowser(server.url);
  await watched.signIn(org.chat.email, PASSWORD);
  const stream = await watched.stream('/api/session/events');
  await until(() => stream.text().includes('watching'), 'the stream');
  const { devices } = await call('list-devices');
  await call('end-device', {
    path: { id: devices.find(({ current }: { current: boolean }) => !current).id },
    body: {},
  });
  await stream.ended;
  recorder.recordStream('watch-session', stream.text());
  await call('end-devices', { body: {} });
  await recorder.call(browser, 'close-session');
}

async function foundOrganization(recorder: SessionRecorder): Promise<void> {
  await using empty = await startTestServer();
  empty.clock.advance(EXAMPLE_TIME_MS - Date.now());
  const founding = {
    ...{ organization: 'Harbour Bikes', country: 'AT', timezone: 'Europe/Vienna' },
    ...{ name: 'Olive Owner', email: 'olive@harbour.example', password: PASSWORD },
  };
  const browser = new SessionBrowser(empty.url);
  await recorder.refuse(
    browser,
    'make-first-organization',
    { body: { ...founding, code: 'aaaa-bbbb' } },
    'first_run_code',
  );
  const code = new URL((await makeFirstRunAddress(empty.services))!).searchParams.get('code')!;
  await recorder.call(browser, 'make-first-organization', { body: { ...founding, code } });
}

async function callAboutPeople(
  recorder: SessionRecorder,
  browser: SessionBrowser,
  server: TestServer,
  { dispatch }: CreatedOrganization,
): Promise<void> {
  const call = (id: string, given = {}) => recorder.call(browser, id, given);
  await browser.request(
    'POST',
    '/api/v1/users',
    new URLSearchParams({
      ...{ email: 'mara@couriers.example', full_name: 'Mara Member', password: PASSWORD },
    }),
  );
  const api = new DispatchClient(dispatch);
  const [{ id: manager }] = (await api.get('/admins')).json;
  await api.post('/teams', { name: 'North', workers: [], managers: [manager] });
  const mara = new SessionBrowser(server.url);
  await mara.signIn('mara@couriers.example', PASSWORD);
  const { people } = await call('list-people', { query: { search: 'mara', kind: 'chat' } });
  const personId = people[0].id;
  await call('get-person', { path: { personId } });
  await call('send-person-reset', { path: { personId } });
  const { sessions } = await call('list-sessions');
  const theirs = sessions.find(({ name }: { name: string }) => name === 'Mara Member');
  await call('end-session', { path: { sessionId: theirs.id } });
  await call('end-person-sessions', { path: { personId } });
  await browser.request('POST', '/api/v1/bots', new URLSearchParams({ full_name: 'Gate Bot', short_name: 'gate' }));
  await call('list-bots');
  await call('list-imports');
  await call('invite-imported', { body: { batch: 20 } });
}

async function callSettings(
  call: (id: string, given?: object) => Promise<{ id?: string }>,
  browser: SessionBrowser,
): Promise<void> {
  const { id } = await call('make-key', { body: { label: 'Route planner' } });
  // A use is stored half a second later.
  const isUsed = async () => {
    const { keys } = (await browser.get('/api/admin/keys')).json;
    return keys.some(({ usedAt }: { usedAt: number | null }) => usedAt !== null);
  };
  await until(isUsed, 'the use of the first key');
  await call('list-keys');
  await call('revoke-key', { path: { keyId: id } });
  await call('send-test-message', { body: { channel: 'email' } });
  const areStored = async () => {
    const { messages } = (await browser.get('/api/admin/outbox')).json;
    return messages.every(({ state }: { state: string }) => state === 'stored');
  };
  await until(areStored, 'the messages, which nobody sends here', 60_000);
  await call('list-outbox');
  await call('get-server');
  await call('change-sign-in-rules', { body: { secondFactorOf: 'nobody' } });
  await call('get-sign-in-rules');
  await call('show-webhook-secret', { body: { reason: 'A new receiver for our webhooks' } });
  await call('change-webhook-secret', { body: { step: 'begin' } });
  await call('get-webhook-secret');
  await call('set-tile-server', { body: { service: 'openfreemap' } });
  await call('remove-tile-server');
}
