import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { generate } from 'otplib';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { findDeclarations } from '../../platform/http/registry.ts';
import { makeFirstRunAddress } from '../first-run/actions.ts';
import { isPage } from './page.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const visitors = new Visitors(server, org);
const { browse, signedIn, owner, person, sentLink, resetLink } = visitors;
const dispatch = new DispatchClient(org.dispatch);

/** Returns the input fields of a page with their autocomplete values (HTML, 4.10.18.7). */
function fieldsOf({ html }: FormBrowser): string[] {
  return [...html.matchAll(/<(?:input|textarea|select)([^>]*)>/g)]
    .map(
      ([, attributes]) =>
        (name: string) =>
          new RegExp(`\\s${name}="([^"]*)"`).exec(attributes!)?.[1],
    )
    .filter((of) => !['radio', 'checkbox', 'file'].includes(of('type') ?? ''))
    .filter((of) => of('type') !== 'hidden' || of('autocomplete') !== undefined)
    .map((of) => `${of('name')}: ${of('autocomplete') ?? 'nothing'}`);
}

const signedInAt = async (path: string) => (await signedIn()).open(path);

async function linkOfDriver(): Promise<string> {
  const [{ id }] = (await dispatch.get('/admins')).json;
  const teams = [(await dispatch.post('/teams', { name: 'Riders', workers: [], managers: [id] })).json.id];
  await dispatch.post('/workers', { name: 'Walt Worker', phone: '+14155550171', teams });
  return sentLink('+14155550171', 'join');
}

/** Somebody whose address another account has proven. */
async function linkOfTwoAccounts(): Promise<string> {
  const email = 'olga@couriers.example';
  await dispatch.post('/admins', { name: 'Olga', email });
  await (await browse().open(await sentLink(email, 'join'))).submit('Join', { password: PASSWORD });
  await owner.post('/users', { email, full_name: 'Olga Other', password: 'a phrase of the other account' });
  const browser = await (await signedIn(email, 'a phrase of the other account')).open('/account');
  await browser.submit('by e-mail');
  return sentLink(email, 'verify');
}

/** Returns the fields of the tracking form. */
async function trackingForm(): Promise<string[]> {
  const task = (await dispatch.post('/tasks', { destination: destinationAt() })).json;
  return fieldsOf(await browse().open(new URL(task.trackingURL).pathname));
}

async function setUpForm(): Promise<string[]> {
  await using empty = await startTestServer();
  const { pathname, search } = new URL((await makeFirstRunAddress(empty.services))!);
  const code = fieldsOf(await new FormBrowser(empty.url).open('/setup'));
  return [...code, ...fieldsOf(await new FormBrowser(empty.url).open(pathname + search))];
}

/** Returns the fields of the page for choosing an organization at the server's own address. */
async function organizationForm(): Promise<string[]> {
  await using several = await startTestServer({ organizationAddresses: true });
  for (const address of ['acme', 'bolt']) await several.organization({ address });
  const { port } = new URL(several.url);
  return fieldsOf(await new FormBrowser(`http://localhost:${port}`).open('/organization'));
}

/** The pages of the second factor, one after the other, and the sign-in that it asks for. */
async function withSecondFactor(): Promise<{ account: string[]; signIn: string[] }> {
  const email = await person('sef');
  const browser = await (await signedIn(email)).open('/account/second-factor');
  const off = fieldsOf(browser);
  await browser.submit('Turn it on', { password: PASSWORD });
  const scan = fieldsOf(browser);
  const secret = /class="key"[^>]*>([A-Z2-7]+)</.exec(browser.html)![1]!;
  const epoch = Math.floor(server.clock.now().getTime() / 1000);
  await browser.submit('Turn it on', { code: await generate({ secret, epoch }) });
  const on = fieldsOf(await browser.open('/account/second-factor'));
  return { account: [...off, ...scan, ...on], signIn: fieldsOf(await signedIn(email)) };
}

const NEW = 'password: new-password';
const CURRENT = 'password: current-password';
const PLACE = ['address: off', 'coordinates: off'];

/**
 * Fields of each page with a form; values that are not about the user are `off`. A hidden address tells a password
 * manager which account the password belongs to.
 */
const EXPECTED: Record<string, string[]> = {
  '/setup': [
    'code: one-time-code',
    'organization: organization',
    'country: country',
    'timezone: off',
    'name: name',
    'email: username',
    NEW,
  ],
  '/organization': ['organization: off'],
  '/sign-in': ['emailOrPhone: username', CURRENT, 'code: one-time-code'],
  '/reset': ['email: username'],
  '/reset/:token': ['username: username', NEW],
  '/join/:token': [
    ...['name: name', 'email: username', NEW],
    ...['username: username', NEW],
    ...['username: username', NEW],
  ],
  '/verify/:token': ['otherPassword: off', CURRENT],
  '/account/password': ['username: username', 'old: current-password', NEW],
  '/account/second-factor': [CURRENT, 'code: one-time-code', CURRENT],
  '/account/devices': ['client: off'],
  '/account/data': [],
  '/account/assistants': ['label: off', 'channels: off', 'teams: off'],
  '/t/:token': ['note: off'],
  '/move-in': ['organization: organization', 'country: country', 'timezone: off', 'name: name', 'email: username', NEW],
  '/welcome/uses': [],
  '/welcome/people': ['addresses: off'],
  '/welcome/message': ['channel: off', 'topic: off', 'message: off'],
  '/welcome/hub': ['name: off', ...PLACE],
  '/welcome/team': ['name: off'],
  '/welcome/worker': ['name: off', 'phone: off'],
  '/welcome/task': [...PLACE, 'recipient: off', 'phone: off', 'notes: off'],
};

/** Pages whose form is a button of another page, or that have nothing to type in. */
const BUTTONS = ['/sign-in/app', '/in/:token', '/move-in/:token'];

test('every field of every form says what browsers and password managers fill it with', async () => {
  const { account, signIn } = await withSecondFactor();
  await dispatch.post('/admins', { name: 'Ada', email: 'ada@couriers.example' });
  const joining = [
    new URL((await owner.post('/invites/multiuse', {})).json.invite_link).pathname,
    await sentLink('ada@couriers.example', 'join'),
    await linkOfDriver(),
  ];
  const found: Record<string, string[]> = {
    '/setup': await setUpForm(),
    '/organization': await organizationForm(),
    '/sign-in': [...fieldsOf(await browse().open('/sign-in')), ...signIn],
    '/reset': fieldsOf(await browse().open('/reset')),
    '/reset/:token': fieldsOf(await browse().open(await resetLink('olive@couriers.example'))),
    '/join/:token': [],
    '/verify/:token': fieldsOf(await browse().open(await linkOfTwoAccounts())),
    '/account/second-factor': account,
    '/t/:token': await trackingForm(),
  };
  for (const path of joining) found['/join/:token']!.push(...fieldsOf(await browse().open(path)));
  const { operations } = await findDeclarations(['pages']);
  const forms = operations.filter(isPage).filter(({ form }) => Object.keys(form ?? {}).length > 0);
  for (const { path } of forms) if (!BUTTONS.includes(path)) found[path] ??= fieldsOf(await signedInAt(path));
  assert.deepEqual(found, EXPECTED);
});
