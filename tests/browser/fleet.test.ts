import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { doActivateAdministrator } from '../../src/dispatch/administrators/actions.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { hashPassword } from '../../src/platform/people/passwords.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { png } from '../harness/pictures.ts';
import { startTestServer } from '../harness/server.ts';

const PASSWORD = 'correct horse battery staple';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('workers, teams and hubs in the console, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let owner: { id: string; email: string };
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    fleet = await startFleet(server);
    [owner] = (await fleet.api.get('/admins')).json;
    page = await (await signedIn(owner.email)).newPage();
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  async function signedIn(email: string): Promise<BrowserContext> {
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return profile;
  }

  /** An administrator who manages some teams, with the password of all. */
  async function manager(email: string, teams: string[]): Promise<string> {
    const { id } = (await fleet.api.post('/admins', { name: 'Ada Manager', email })).json;
    const { services } = server;
    const row = await services.database.reader.first(sql<{ personId: string }>`
      select person_id as "personId" from dispatch.administrators where id = ${id}`);
    const hash = await hashPassword(services, { organizationId: undefined }, PASSWORD);
    await services.database.transaction((tx) => doActivateAdministrator(tx, row!.personId, hash), {
      organizationId: fleet.organization,
    });
    for (const team of teams)
      assert.equal((await fleet.api.put(`/teams/${team}`, { managers: [owner.id, id] })).status, 200);
    return id;
  }

  const sheet = (tab = page) => tab.getByRole('complementary');
  const heading = (name: string, tab = page) => sheet(tab).getByRole('heading', { name, level: 2, exact: true });
  const button = (name: string, tab = page) => tab.getByRole('button', { name, exact: true });
  async function choose(item: string, tab = page): Promise<void> {
    await sheet(tab).getByRole('button', { name: 'More' }).click();
    await tab.getByRole('menuitem', { name: item }).click();
  }
  const worker = async (id: string) => (await fleet.api.get(`/workers/${id}`)).json;
  const opened = (name: string) => new URL(page.url()).searchParams.get(name);

  test('an empty kind says what belongs there; a hub is made, with the server’s word at the field, and changed', async () => {
    await page.goto('/dispatch/fleet?view=hubs');
    await page.getByRole('heading', { name: 'No hub yet' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-empty');
    await button('New hub').click();
    await heading('New hub').waitFor();
    await sheet().getByLabel('Name').fill('Harbour');
    await sheet().getByLabel('Street').fill('Nowhere Lane');
    await sheet().getByLabel('City').fill('Atlantis');
    await sheet().getByLabel('Country').fill('Nowhereland');
    await button('Create hub').click();
    await sheet().getByLabel('Street').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    chromium.takeComplaints();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-problem');
    await sheet().getByLabel('Position').fill('37.78, -122.4');
    await sheet().getByRole('checkbox', { name: 'North' }).check();
    await button('Create hub').click();
    await heading('Harbour').waitFor();
    const [hub] = (await fleet.api.get('/hubs')).json;
    assert.deepEqual([hub.name, hub.location, hub.teams], ['Harbour', [-122.4, 37.78], [fleet.north]]);
    await choose('Edit');
    await heading('Edit Harbour').waitFor();
    await sheet().getByLabel('Name').fill('Old Harbour');
    await button('Save').click();
    await heading('Old Harbour').waitFor();
    const [changed] = (await fleet.api.get('/hubs')).json;
    assert.deepEqual(changed, { ...hub, name: 'Old Harbour', version: hub.version + 1 });
    await sheet().getByRole('button', { name: 'North' }).click();
    await heading('North').waitFor();
  });

  let made: string;

  test('a worker is made by address: the number of somebody else is refused at its field, nothing typed is lost', async () => {
    const dora = await fleet.worker([-122.4, 37.78]);
    await fleet.team('South');
    await page.goto('/dispatch/board?open=new-worker');
    await heading('New worker').waitFor();
    await sheet().getByLabel('Name', { exact: true }).fill('Emil Weber');
    // Nobody is on foot because the vehicle was forgotten.
    await button('Create worker').click();
    await page.locator('[name=vehicle]:invalid').waitFor();
    await sheet().getByLabel('Kind').selectOption('None: on foot');
    await sheet()
      .getByLabel('Phone')
      .fill((await worker(dora.id)).phone);
    await button('Create worker').click();
    await sheet().getByText('Choose at least one.').waitFor();
    await sheet().getByRole('checkbox', { name: 'South' }).check();
    await button('Create worker').click();
    await sheet().getByText('Somebody else already has this.').waitFor();
    await page.locator('[name=phone][aria-invalid=true]:focus').waitFor();
    await sheet().getByLabel('Phone').fill('12');
    await button('Create worker').click();
    await sheet().getByText("The phone number '12' is not valid.").waitFor();
    chromium.takeComplaints();
    assert.deepEqual(await accessibilityProblems(page), []);
    await sheet().getByLabel('Phone').fill('+14155550077');
    await sheet().getByLabel('Capacity').fill('12');
    await sheet().getByLabel('Skills').fill('Ladder, fridge,');
    await sheet().getByLabel('Kind').selectOption('Bicycle');
    await sheet().getByLabel('Colour').fill('red');
    const picture = { name: 'emil.png', mimeType: 'image/png', buffer: await png(40, 40) };
    await sheet().getByLabel('Picture').setInputFiles(picture);
    await takePicture(page, 'fleet-worker-form');
    await button('Create worker').click();
    await heading('Emil Weber').waitFor();
    made = opened('worker')!;
    const emil = await worker(made);
    assert.deepEqual(
      [emil.name, emil.phone, emil.capacity, emil.vehicle.type, emil.vehicle.color, emil.teams.length],
      ['Emil Weber', '+14155550077', 12, 'BICYCLE', 'red', 1],
    );
    assert.match(emil.imageUrl, /^http/);
    assert.deepEqual(emil.skills, ['fridge', 'ladder']);
    await sheet().getByText('fridge, ladder').waitFor();
    await page.goto('/dispatch/fleet?skill=ladder');
    const people = page.locator('.fleet-screen');
    await people.getByText('Emil Weber').waitFor();
    assert.equal(await people.getByText('Dora Driver').count(), 0);
    await people.getByLabel('Skills').selectOption({ label: 'With any skills' });
    await people.getByText('Dora Driver').waitFor();
    await page.goto(`/dispatch/board?worker=${made}`);
    await heading('Emil Weber').waitFor();
    await sheet().locator('img').waitFor();
  });

  test('whoever was slower reads who and when, and writes over nothing but what they changed themselves', async () => {
    const refused = async () => {
      await button('Save').click();
      await sheet()
        .getByText(/an integration changed this at .*, while you were writing/)
        .waitFor();
      chromium.takeComplaints();
      assert.deepEqual(await accessibilityProblems(page), []);
    };
    await choose('Edit');
    await heading('Edit Emil Weber').waitFor();
    assert.ok(await sheet().getByLabel('Phone').isDisabled());
    assert.equal((await fleet.api.put(`/workers/${made}`, { capacity: 30 })).status, 200);
    await sheet().getByLabel('Shown as').fill('Emil');
    await sheet().getByLabel('Remove picture').check();
    await refused();
    await takePicture(page, 'fleet-slower');
    assert.equal((await worker(made)).displayName, null);
    await button('Save my version').click();
    await heading('Emil Weber').waitFor();
    const emil = await worker(made);
    assert.deepEqual([emil.capacity, emil.displayName, emil.imageUrl], [30, 'Emil', null]);
    await until(async () => (await sheet().locator('img').count()) === 0);
    await choose('Edit');
    await heading('Edit Emil Weber').waitFor();
    const both = [...emil.teams, fleet.north];
    assert.equal((await fleet.api.put(`/workers/${made}`, { name: 'Emil W.', teams: both })).status, 200);
    await heading('Edit Emil W.').waitFor();
    await sheet().getByLabel('Capacity').fill('31');
    await refused();
    await button('Save my version').click();
    await heading('Emil W.').waitFor();
    const later = await worker(made);
    assert.deepEqual([later.name, later.capacity, later.teams.toSorted()], ['Emil W.', 31, both.toSorted()]);
    const restored = await fleet.api.put(`/workers/${made}`, { name: emil.name, teams: emil.teams, capacity: 30 });
    assert.equal(restored.status, 200);
    await heading('Emil Weber').waitFor();
  });

  test('who has not come yet is invited once more, or not any more', async () => {
    const part = sheet().getByRole('region', { name: 'Invitation' });
    await part.getByText(/^Sent to \+14155550077 on /).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-invitation');
    const again = part.getByRole('button', { name: 'Send it again' });
    const sentAt = async () => (await fleet.api.get(`/workers/${made}/invitation`)).json.invitation?.sentAt;
    const sentOnce = async () => {
      // A minute later: so often one goes out.
      server.clock.advance(60_000);
      const before = await sentAt();
      await again.press('Enter');
      await until(async () => (await sentAt()) > before);
    };
    await sentOnce();
    await page.getByText(/^Invitation sent to \+14155550077\./).waitFor();
    const path = '**/api/v2/workers/*/invitation';
    await page.route(path, (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'TooManyRequests', message: { error: 2300, cause: 'A moment ago.' } },
      }),
    );
    const notice = part.getByRole('alert').filter({ hasText: 'A moment ago.' });
    await again.press('Enter');
    await notice.waitFor();
    await page.unroute(path);
    await sentOnce();
    await notice.waitFor({ state: 'detached' });
    await until(() => again.evaluate((button) => button === document.activeElement));
    await part.getByRole('button', { name: 'Revoke' }).press('Enter');
    await part.getByText('No open invitation').waitFor();
    assert.equal(await sentAt(), undefined);
    const anew = part.getByRole('button', { name: 'Send an invitation' });
    await until(() => anew.evaluate((button) => button === document.activeElement));
    server.clock.advance(60_000);
    await anew.press('Enter');
    await part.getByText(/^Sent to \+14155550077 on /).waitFor();
    chromium.takeComplaints();
  });

  test('a worker is put on duty and taken off it', async () => {
    await button('Put on duty').click();
    await sheet().getByText('on duty', { exact: true }).waitFor();
    assert.equal((await worker(made)).onDuty, true);
    assert.deepEqual(await accessibilityProblems(page), []);
    await button('Take off duty').click();
    await sheet().getByText('off duty', { exact: true }).waitFor();
    assert.equal((await worker(made)).onDuty, false);
  });

  test('a phone is signed in by the picture that a dispatcher shows', async () => {
    await sheet().getByRole('button', { name: 'Sign a phone in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign a phone in' });
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-phone');
    const link = await dialog.getByText('/in/').innerText();
    const phone = await chromium.profile({ baseURL: server.url, viewport: { width: 360, height: 700 } });
    const opened = await phone.newPage();
    await opened.goto(link);
    await opened.getByText('Emil Weber, sign in to drive').waitFor();
    assert.deepEqual(await accessibilityProblems(opened), []);
    await takePicture(opened, 'fleet-phone-opened');
    await opened.getByRole('button', { name: 'Sign in' }).click();
    await opened.waitForURL('**/driver');
    const { apps } = await (await phone.request.get('/api/session')).json();
    assert.deepEqual(apps, { chat: null, dispatch: null, driver: { workerId: made } });
    await phone.close();
    chromium.takeComplaints();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('shifts of a week are written: one goes past midnight, only days that were changed are sent', async () => {
    await sheet().getByText('No shifts in this week and the next.').waitFor();
    await sheet().getByRole('button', { name: 'Edit shifts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit shifts' });
    // Of the next week: none of its days is over, whatever day it is.
    await dialog.getByLabel('Week').selectOption({ index: 1 });
    const days = dialog.getByRole('group');
    const shift = async (day: number, from: string, to: string) => {
      await days
        .nth(day)
        .getByRole('button', { name: /^Add a shift/ })
        .click();
      await days
        .nth(day)
        .getByLabel(/, from$/)
        .last()
        .fill(from);
      await days.nth(day).getByLabel(/, to$/).last().fill(to);
    };
    await shift(0, '08:00', '12:00');
    await shift(2, '22:00', '06:00');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-shifts');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await sheet().getByText('22:00–06:00').waitFor();
    const { entries } = (await fleet.api.get(`/workers/${made}/schedule`)).json;
    const [first, second] = entries as { date: string; timezone: string; shifts: [number, number][] }[];
    assert.equal(entries.length, 2);
    const lengths = [...first!.shifts, ...second!.shifts].map(([from, to]) => (to - from) / 3_600_000);
    assert.deepEqual([lengths, second!.timezone], [[4, 8], 'UTC']);
    assert.equal(new Date(second!.shifts[0]![0]).toISOString(), `${second!.date}T22:00:00.000Z`);
    await sheet().getByRole('button', { name: 'Edit shifts' }).click();
    await dialog.getByLabel('Week').selectOption({ index: 1 });
    await days
      .nth(2)
      .getByRole('button', { name: /^Remove this shift/ })
      .click();
    await shift(0, '11:00', '13:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/The shifts of .* must not overlap/).waitFor();
    chromium.takeComplaints();
    await days
      .nth(0)
      .getByRole('button', { name: /^Remove this shift/ })
      .last()
      .click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await sheet().getByText('22:00–06:00').waitFor({ state: 'detached' });
    const left = (await fleet.api.get(`/workers/${made}/schedule`)).json.entries;
    assert.deepEqual(left[0], first);
    // What somebody else writes shows as well.
    const shifts = [[first!.shifts[0]![0], first!.shifts[0]![1] - 900_000]];
    const written = await fleet.api.put(`/workers/${made}/schedule`, { entries: [{ ...first!, shifts }] });
    assert.equal(written.status, 200, written.text);
    await sheet().getByText('08:00–11:45').waitFor();
  });

  test('a team is made, its workers and hub are changed, and it goes', async () => {
    await page.goto('/dispatch/fleet?view=teams');
    await page.getByRole('tab', { name: 'Teams (2)' }).waitFor();
    await takePicture(page, 'fleet-teams');
    await button('New team').click();
    await sheet().getByLabel('Name').fill('north');
    await sheet().getByRole('group', { name: 'Managers' }).getByRole('checkbox').first().waitFor();
    const names = await sheet().getByRole('checkbox', { checked: true }).count();
    assert.equal(names, 1, 'whoever makes it manages it');
    await sheet().getByLabel('Name').fill('North');
    await button('Create team').click();
    await sheet().getByText('Somebody else already has this.').waitFor();
    chromium.takeComplaints();
    await sheet().getByLabel('Name').fill('Night shift');
    await sheet().getByRole('checkbox', { name: 'Emil Weber' }).check();
    await sheet().getByLabel('Workers may take tasks themselves').check();
    assert.deepEqual(await accessibilityProblems(page), []);
    await button('Create team').click();
    await heading('Night shift').waitFor();
    const id = opened('open')!.slice('team-'.length);
    await sheet()
      .getByRole('button', { name: /Emil Weber/ })
      .waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    const team = (await fleet.api.get(`/teams/${id}`)).json;
    assert.deepEqual([team.workers, team.managers, team.enableSelfAssignment], [[made], [owner.id], true]);
    await choose('Edit');
    assert.equal((await fleet.api.put(`/teams/${id}`, { name: 'Nights' })).status, 200);
    await heading('Edit Nights').waitFor();
    await sheet().getByLabel('Hub').selectOption({ label: 'Old Harbour' });
    await sheet().getByRole('checkbox', { name: 'Emil Weber' }).uncheck();
    await button('Save').click();
    await sheet()
      .getByText(/an integration changed this at/)
      .waitFor();
    chromium.takeComplaints();
    await button('Save my version').click();
    await heading('Nights').waitFor();
    await sheet().getByText('Nobody yet').waitFor();
    await choose('Delete');
    await button('Delete').last().click();
    await sheet().waitFor({ state: 'detached' });
    assert.equal((await fleet.api.get(`/teams/${id}`)).status, 404);
    assert.equal((await worker(made)).teams.length, 1);
  });

  test('a worker with a task under way stays, with the server’s reason; without one they go', async () => {
    const busy = await fleet.worker([-122.4, 37.78]);
    const task = await fleet.task({ container: { type: 'WORKER', worker: busy.id }, destination: destinationAt() });
    assert.equal((await busy.driver.post(`/driver/tasks/${task.id}/start`, {})).status, 200);
    await page.goto(`/dispatch/fleet?worker=${busy.id}`);
    await heading('Dora Driver').waitFor();
    await choose('Delete');
    await button('Delete').last().click();
    const dialog = page.getByRole('dialog', { name: 'Delete Dora Driver?' });
    await dialog.getByText(/has an active task/).waitFor();
    chromium.takeComplaints();
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal(
      (await fleet.api.post(`/tasks/${task.id}/complete`, { completionDetails: { success: true } })).status,
      200,
    );
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await sheet().waitFor({ state: 'detached' });
    assert.equal((await fleet.api.get(`/workers/${busy.id}`)).status, 404);
  });

  test('an administrator is invited, changed, and goes', async () => {
    await page.goto('/dispatch/fleet?view=administrators');
    await page.getByRole('tab', { name: 'Administrators (1)' }).waitFor();
    await button('Invite administrator').click();
    await heading('Invite administrator').waitFor();
    await sheet().getByLabel('Name').fill('Dána Dispatcher');
    await sheet().getByLabel('E-mail').fill(owner.email);
    await button('Send invitation').click();
    await sheet().getByText('Somebody else already has this.').waitFor();
    chromium.takeComplaints();
    await sheet().getByLabel('E-mail').fill('dana@example.com');
    await sheet().getByLabel('Read-only').check();
    await sheet().getByRole('checkbox', { name: 'North' }).check();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-administrator-form');
    await button('Send invitation').click();
    await heading('Dána Dispatcher').waitFor();
    const id = opened('open')!.slice('admin-'.length);
    const shown = async () => (await fleet.api.get('/admins')).json.find((each: { id: string }) => each.id === id);
    const dana = await shown();
    assert.deepEqual([dana.email, dana.isReadOnly, dana.teams], ['dana@example.com', true, [fleet.north]]);
    await page.getByRole('tab', { name: 'Administrators (2)' }).waitFor();
    await sheet()
      .getByText(/^Sent to dana@example\.com on /)
      .waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'fleet-administrator');
    const south = (await fleet.api.get('/teams')).json.find(({ name }: { name: string }) => name === 'South').id;
    const manages = async (...teams: string[]) =>
      assert.equal((await fleet.api.put(`/admins/${id}`, { teams })).status, 200);
    const team = (name: string) => sheet().getByRole('checkbox', { name });
    await choose('Edit');
    await manages(fleet.north, south);
    await until(() => team('South').isChecked());
    await team('North').uncheck();
    await manages(fleet.north);
    await until(async () => !(await team('South').isChecked()));
    // The last one was taken away by somebody else: that does not let them see everything.
    await button('Save').click();
    await sheet().getByText('Choose at least one.').waitFor();
    assert.deepEqual((await shown()).teams, [fleet.north]);
    await manages(fleet.north, south);
    await until(() => team('South').isChecked());
    await button('Save').click();
    await sheet()
      .getByRole('button', { name: /^South/ })
      .waitFor();
    assert.deepEqual((await shown()).teams, [south]);
    await choose('Edit');
    await sheet().getByLabel('Read-only').uncheck();
    await team('South').uncheck();
    await button('Save').click();
    await sheet().getByText('None: they see the whole organization.').waitFor();
    const changed = await shown();
    assert.deepEqual([changed.isReadOnly, changed.teams, changed.name], [false, [], 'Dána Dispatcher']);
    await choose('Delete');
    await button('Delete').last().click();
    await sheet().waitFor({ state: 'detached' });
    assert.equal(await shown(), undefined);
  });

  test('whoever manages one team sees it only, and makes no teams; whoever may only read is offered no form', async () => {
    await manager('ada@example.com', [fleet.north]);
    const profile = await signedIn('ada@example.com');
    const tab = await profile.newPage();
    await tab.goto('/dispatch/fleet?view=teams');
    await tab.getByRole('tab', { name: 'Teams (1)' }).waitFor();
    assert.equal(await button('New team', tab).count(), 0);
    await tab.getByRole('button', { name: /^North/ }).click();
    await heading('North', tab).waitFor();
    await sheet(tab).getByRole('button', { name: 'More' }).click();
    assert.deepEqual(await tab.getByRole('menuitem').allTextContents(), ['Edit']);
    await tab.getByRole('menuitem', { name: 'Edit' }).click();
    await heading('Edit North', tab).waitFor();
    assert.equal(await sheet(tab).getByRole('group', { name: 'Managers' }).count(), 0);
    await sheet(tab).getByLabel('Workers may take tasks themselves').check();
    await button('Save', tab).click();
    await heading('North', tab).waitFor();
    await until(async () => (await fleet.api.get(`/teams/${fleet.north}`)).json.enableSelfAssignment);
    await tab.goto('/dispatch/fleet?open=new-team');
    await heading('New team', tab).waitFor();
    await sheet(tab).getByText('You can’t create teams').waitFor();

    await profile.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    await tab.goto('/dispatch/fleet?view=hubs&open=new-hub');
    await tab.getByRole('tab', { name: 'Hubs (1)' }).waitFor();
    assert.equal(await sheet(tab).count(), 0);
    assert.equal(await button('New hub', tab).count(), 0);
    await tab.getByRole('button', { name: /^Old Harbour/ }).click();
    await heading('Old Harbour', tab).waitFor();
    assert.equal(await sheet(tab).getByRole('button', { name: 'More' }).count(), 0);
    await profile.close();
  });
});
