import { generate } from 'otplib';
import { addCell } from '../../src/cli/cells.ts';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { loadPeopleByEmail } from '../../src/platform/people/access.ts';
import { doAllowPasswords } from '../../src/platform/people/actions.ts';
import { doDemandSecondFactor } from '../../src/platform/people/demanded-factor.ts';
import { doBeginSecondFactor, doConfirmSecondFactor } from '../../src/platform/people/second-factor.ts';
import { TestDirectory } from '../harness/cells.ts';
import { ChatClient } from '../harness/clients.ts';
import { knowLocalhosts } from '../harness/localhost.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { PASSWORD } from '../harness/visitors.ts';
import type { SessionRecorder } from './session-recorder.ts';
import { EXAMPLE_TIME_MS } from './stable.ts';

const MINUTES_MS = 60_000;
const MAX_STREAMS = 20;

/** Sends the session API what it refuses. */
export async function refuseSession(recorder: SessionRecorder): Promise<void> {
  await using server = await startTestServer();
  server.clock.advance(EXAMPLE_TIME_MS - Date.now());
  const org = await server.organization({ name: 'Strict Couriers', ownerEmail: 'olga@couriers.example' });
  const stranger = new SessionBrowser(server.url);
  const signIn = (body: object, code: string) => recorder.refuse(stranger, 'open-session', { body }, code);
  const owner = { email: org.chat.email, password: PASSWORD };
  await recorder.refuse(stranger, 'get-session', {}, 'not_signed_in');
  await recorder.refuse(stranger, 'get-session', {}, 'not_from_our_pages', { 'sec-fetch-site': 'cross-site' });
  await signIn({ email: owner.email }, 'invalid_body');
  await signIn({ ...owner, password: 'not the password' }, 'wrong_credentials');
  recorder.recordError((await stranger.request('PUT', '/api/session')).json, 'method_not_allowed');
  const { bodyLimit } = server.services.config;
  recorder.recordError((await stranger.post('/api/session', { email: 'x'.repeat(bodyLimit) })).json, 'too_large');

  const browser = new SessionBrowser(server.url);
  await browser.signIn(owner.email, PASSWORD);
  await recorder.refuse(browser, 'get-person', { path: { personId: 'nobody' } }, 'not_found');
  await recorder.refuse(browser, 'send-test-message', { body: { channel: 'sms' } }, 'not_possible');
  const streams = [];
  for (let count = 0; count < MAX_STREAMS; count++) streams.push(await browser.stream('/api/session/events'));
  await recorder.refuse(browser, 'watch-session', {}, 'too_many_requests');
  for (const { close } of streams) close();
  server.clock.advance(11 * MINUTES_MS);
  await recorder.refuse(browser, 'end-devices', { body: {} }, 'sign_in_anew');
  const { database } = server.services;
  database.availability.diskIsLow(true);
  await recorder.refuse(browser, 'make-key', { body: { label: 'Route planner' } }, 'unavailable');
  database.availability.diskIsLow(false);
  await breakOnPurpose(recorder, server, browser);
  await refuseMember(recorder, server, org, signIn);
  await refuseForSeveral(server, signIn);
  await database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false), {
    organizationId: org.organization_id,
  });
  await signIn(owner, 'other_sign_in');
}

/** A member, with a second factor or without one, and who was deactivated. */
async function refuseMember(
  recorder: SessionRecorder,
  server: TestServer,
  { organization_id: organizationId, chat }: CreatedOrganization,
  signIn: (body: object, code: string) => Promise<{ challenge: string }>,
): Promise<void> {
  const { database } = server.services;
  const api = new ChatClient(chat);
  const nora = { email: 'nora@couriers.example', password: PASSWORD };
  const { user_id: id } = (await api.post('/users', { ...nora, full_name: 'Nora Member' })).json;
  const browser = new SessionBrowser(server.url);
  await browser.signIn(nora.email, PASSWORD);
  await recorder.refuse(browser, 'list-keys', {}, 'not_allowed');
  await database.transaction((tx) => doDemandSecondFactor(tx, organizationId, 'everyone'), { organizationId });
  await signIn(nora, 'second_factor_needed');
  await database.transaction((tx) => doDemandSecondFactor(tx, organizationId, 'nobody'), { organizationId });
  const person = (await loadPeopleByEmail(database.reader, organizationId, nora.email))[0]!;
  const names = { issuer: 'Hubbub', label: 'Nora' };
  const begun = await database.transaction((tx) => doBeginSecondFactor(tx, server.services, person, names), {
    organizationId,
  });
  const epoch = Math.floor(server.clock.now().getTime() / 1000);
  const code = await generate({ secret: begun!.secret, epoch });
  await database.transaction((tx) => doConfirmSecondFactor(tx, server.services, person, code), { organizationId });
  await signIn(nora, 'code_needed');
  await signIn({ ...nora, code: '000000' }, 'wrong_code');
  await api.delete(`/users/${id}`);
  await signIn(nora, 'deactivated');
}

/** A person of two organizations. */
async function refuseForSeveral(
  server: TestServer,
  signIn: (body: object, code: string) => Promise<{ challenge: string }>,
): Promise<void> {
  const ownerEmail = 'often@couriers.example';
  for (const name of ['North Couriers', 'South Couriers']) await server.organization({ name, ownerEmail });
  const { challenge } = await signIn({ email: ownerEmail, password: PASSWORD }, 'choose_organization');
  const { organization_id: third } = await server.organization();
  await signIn({ challenge, organization: third }, 'sign_in_expired');
}

/** A fault of the server itself: a table that is not there. */
async function breakOnPurpose(recorder: SessionRecorder, server: TestServer, browser: SessionBrowser): Promise<void> {
  const { database } = server.services;
  await database.transaction((tx) => tx.run(sql`alter table platform.outbox rename to outbox_away`));
  await recorder.refuse(browser, 'list-outbox', {}, 'internal_error');
  await database.transaction((tx) => tx.run(sql`alter table platform.outbox_away rename to outbox`));
  server.errors.length = 0;
}

/** Asks hosts that have no organization, or one of another cell. */
export async function askWrongHosts(recorder: SessionRecorder): Promise<void> {
  knowLocalhosts();
  await using server = await startTestServer({ organizationAddresses: true });
  await server.organization();
  const nobody = new URL(server.url);
  nobody.hostname = 'nobody.localhost';
  const body = { email: 'olive@couriers.example', password: PASSWORD };
  await recorder.refuse(new SessionBrowser(nobody.origin), 'open-session', { body }, 'no_organization');
  await using directory = await TestDirectory.start('http://localhost');
  await directory.command((given, host) => addCell(given, host, 'west'));
  await using east = await directory.cell('east');
  await east.services.cells!.look();
  const west = new URL(east.url);
  west.hostname = 'west.localhost';
  await recorder.refuse(new SessionBrowser(west.origin), 'get-session', {}, 'misdirected');
}
