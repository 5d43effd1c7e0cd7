import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from '../../src/platform/db/sql.ts';
import { doEndSessionsOf } from '../../src/platform/sessions/actions.ts';
import { pushBrowser, startBrowserPushes, WEB_PUSH } from '../harness/browser-pushes.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import {
  DriverFleet,
  deliverPush,
  keepOnPhone,
  keepPositions,
  openDriver,
  readableOnPhone,
} from '../harness/driver-phone.ts';
import { NEXT_BUILD, nextWorkerOf, takeRequests } from '../harness/next-build.ts';
import { png } from '../harness/pictures.ts';
import { RawChromium } from '../harness/raw-chromium.ts';
import { startTestServer } from '../harness/server.ts';

/** Timeout of each: a browser on a loaded machine is slow. */
const timeout = 600_000;
/** A long shift: `DRIVER_ACTIONS=500`. */
const ACTIONS = Number(process.env.DRIVER_ACTIONS ?? 101);
/** A network that is gone is what these are about. */
const OF_THE_NETWORK = /net::ERR_|the server responded with a status of 40[139]/;

describe("the driver's app", { skip: withoutBrowser, timeout: 3 * timeout }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let fleet: DriverFleet;
  let photo: string;
  let service: Awaited<ReturnType<typeof startBrowserPushes>>;

  before(async () => {
    photo = (await png(40, 30)).toString('base64');
    service = await startBrowserPushes();
    server = await startTestServer({ web: true, webPush: WEB_PUSH, webhookAllowInsecure: true });
    chromium = await Chromium.start();
    fleet = await DriverFleet.start(server, chromium);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    service?.stop();
  });
  afterEach(() =>
    assert.deepEqual(
      chromium.takeComplaints().filter((complaint) => !OF_THE_NETWORK.test(complaint)),
      [],
    ),
  );

  /** A driver with so many tasks, and the phone that they are signed in on. */
  async function onTheRoad(name: string, count: number, on = fleet) {
    const driver = await fleet.driver(name);
    const tasks: string[] = [];
    while (tasks.length < count) tasks.push(await fleet.task(driver.worker_id));
    const phone = await on.phone();
    await fleet.signIn(phone, driver);
    return { driver, tasks, phone, tab: await openDriver(phone) };
  }
  async function endSessionsOf(workerId: string): Promise<void> {
    const { database } = server.services;
    const row = await database.reader.first(sql<{ personId: string }>`
      select person_id as "personId" from dispatch.workers where id = ${workerId}`);
    await database.transaction((tx) => doEndSessionsOf(tx, fleet.organizationId, row!.personId));
  }
  const everythingIsSent = 'Everything is sent';
  const complete = (taskId: string, more: object = {}) => ({
    kind: 'complete',
    taskId,
    completion: { success: true, ...more },
  });

  test('what was done goes out in its order, once, also when its answers are lost and two tabs are open', {
    timeout,
  }, async () => {
    const { tasks, phone, tab } = await onTheRoad('Dora Driver', 3);
    const second = await openDriver(phone);
    let lost = 0;
    let taken = 0;
    await phone.route('**/api/v2/driver/actions', async (route) => {
      if (lost === 5) {
        taken++;
        return route.continue();
      }
      lost++;
      await route.fetch();
      await route.abort();
      // As a phone does that has a network again: it is not waited for.
      for (const each of [tab, second]) await each.evaluate(() => void dispatchEvent(new Event('online')));
    });
    const began = Date.now() - 120_000;
    const ended = tasks.flatMap((taskId) => [
      { kind: 'start', taskId },
      { kind: 'arrive', taskId },
      complete(taskId, { notes: 'at the gate' }),
    ]);
    await keepOnPhone(
      tab,
      [...ended, { kind: 'duty', onDuty: true }].map((action, index) => ({ action, madeAt: began + 1000 * index })),
    );
    for (const each of [tab, second]) {
      await each
        .getByText(/^sent \d/)
        .nth(9)
        .waitFor();
      await each.getByText(everythingIsSent).waitFor();
    }
    assert.deepEqual([lost, taken], [5, 1]);
    for (const [index, id] of tasks.entries()) {
      const { state, completionDetails } = await fleet.read(id);
      assert.deepEqual([state, completionDetails.notes], [3, 'at the gate']);
      assert.equal(completionDetails.time, began + 1000 * (3 * index + 2));
    }
    await phone.close();
  });

  test('a refusal holds up its own task and is told; what dispatch has overruled reaches it as a report', {
    timeout,
  }, async () => {
    const { driver, tasks, phone, tab } = await onTheRoad('Rita Refused', 3);
    const [strict, moved, gone] = tasks as [string, string, string];
    await fleet.api.put(`/tasks/${strict}`, { requirements: { notes: true } });
    const other = await fleet.driver('Otto Other');
    await fleet.api.put(`/tasks/${moved}`, { container: { type: 'WORKER', worker: other.worker_id } });
    await fleet.api.delete(`/tasks/${gone}`);
    await keepOnPhone(tab, [
      { action: complete(gone, { notes: 'to the neighbour' }), title: 'The deleted one', photo },
      { action: { kind: 'start', taskId: moved } },
      { action: complete(moved, { notes: 'handed over' }), title: 'The moved one', photo },
      { action: { kind: 'start', taskId: strict } },
      { action: complete(strict), title: 'The strict one' },
      { action: complete(strict, { notes: 'at the gate' }), title: 'The strict one, again' },
      { action: { kind: 'duty', onDuty: true } },
    ]);
    await tab.getByText('not accepted: The task requires notes.').waitFor();
    await tab.getByText('saved on this phone – waits for “Completed”, which was not accepted').waitFor();
    // What dispatch deleted meanwhile is no less a report, with its picture.
    const deleted = tab.getByRole('listitem').filter({ hasText: 'The deleted one' });
    await deleted.getByText(/^not accepted: dispatch had already changed this task/).waitFor();
    const [late] = (await fleet.api.get('/tasks/deleted')).json;
    assert.deepEqual([late.id, late.completionReports[0].notes], [gone, 'to the neighbour']);
    assert.equal(late.completionReports[0].photoUploadIds.length, 1);
    // The stop that dispatch has given away is one card with one sentence.
    const away = tab.getByRole('listitem').filter({ hasText: 'Started, Completed' });
    await away.getByText(/^not accepted: dispatch had already changed this task/).waitFor();
    assert.equal(await away.getByRole('button', { name: 'Try again' }).count(), 0);
    assert.equal(await tab.getByText(/no such task/).count(), 0);
    await tab
      .getByRole('status')
      .getByText(/^3 not accepted · 1 not sent since/)
      .waitFor();
    // Its start, and going on duty: nothing held them up.
    await tab
      .getByText(/^sent \d/)
      .nth(1)
      .waitFor();
    await takePicture(tab, 'driver-sent');
    assert.deepEqual(await accessibilityProblems(tab), []);
    const report = await fleet.read(moved);
    assert.deepEqual([report.state, report.worker], [1, other.worker_id]);
    assert.deepEqual(
      report.completionReports.map(({ worker, notes, photoUploadIds }: Record<string, unknown>) => [
        worker,
        notes,
        (photoUploadIds as string[]).length,
      ]),
      [[driver.worker_id, 'handed over', 1]],
    );
    const card = tab.getByRole('listitem').filter({ hasText: 'The strict one' }).filter({ hasText: 'requires notes' });
    await card.getByRole('button', { name: 'Give up' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
    // What dispatch has overruled was not accepted, and the header goes on saying so.
    await tab
      .getByRole('status')
      .getByText(/^2 not accepted$/)
      .waitFor();
    assert.equal((await fleet.read(strict)).completionDetails.notes, 'at the gate');
    await phone.close();
  });

  test('without a network the app is there after a reload, with what was done and its picture', {
    timeout,
  }, async () => {
    const { tasks, phone, tab } = await onTheRoad('Nora Nowhere', 1);
    const [id] = tasks as [string];
    await phone.setOffline(true);
    await tab.reload();
    await tab.getByText(/^No connection since/).waitFor();
    await keepOnPhone(tab, [
      { action: { kind: 'start', taskId: id } },
      { action: complete(id), title: 'The only one', photo },
    ]);
    await tab.getByText(/^2 not sent since/).waitFor();
    await tab.close();
    const again = await phone.newPage();
    await again.goto('/driver/sent');
    const card = again.getByRole('listitem').filter({ hasText: 'The only one' });
    await card.getByText('saved on this phone').waitFor();
    await card.getByText('1 picture').waitFor();
    await again.goto('/driver/me');
    await again.getByRole('heading', { name: 'Nora Nowhere' }).waitFor();
    // What the protocol says of an upload that another try has gone on with.
    let conflicts = 0;
    await phone.route('**/api/v2/tus/*', (route) =>
      route.request().method() === 'PATCH' && conflicts++ === 0 ? route.fulfill({ status: 409 }) : route.continue(),
    );
    await phone.setOffline(false);
    await again.getByText(everythingIsSent).waitFor();
    assert.equal(conflicts, 2);
    const { state, completionDetails } = await fleet.read(id);
    assert.deepEqual([state, completionDetails.photoUploadIds.length], [3, 1]);
    await phone.close();
  });

  test('a session that dispatch ends leaves nothing readable, and nothing for anybody else', { timeout }, async () => {
    const { driver, tasks, phone, tab } = await onTheRoad('Sara Sealed', 1);
    const [id] = tasks as [string];
    await phone.route('**/api/v2/driver/actions', (route) => route.abort());
    await keepOnPhone(tab, [{ action: { kind: 'start', taskId: id }, title: 'Secret Street 7' }]);
    await tab.getByText('Secret Street 7').waitFor();
    assert.match(await readableOnPhone(tab), /A KEY/);
    await endSessionsOf(driver.worker_id);
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
    await tab.getByRole('navigation').waitFor({ state: 'detached' });
    await tab.getByText('Secret Street 7').waitFor({ state: 'detached' });
    const readable = await readableOnPhone(tab);
    assert.doesNotMatch(readable, /A KEY|Secret|start/);
    // The sign-in page says that something waits, and not what; also when the page is opened anew.
    const retained = tab.getByText('1 action is stored on this phone. It is sent when you sign in.');
    await retained.waitFor();
    await tab.reload();
    await retained.waitFor();
    await phone.unroute('**/api/v2/driver/actions');

    await fleet.signIn(phone, await fleet.driver('Nils Next'));
    await tab.goto('/driver/me');
    await tab.getByRole('heading', { name: 'Nils Next' }).waitFor();
    await tab.goto('/driver/sent');
    await tab.getByText('Nothing to show yet').waitFor();
    assert.equal((await fleet.read(id)).state, 1);

    await fleet.signIn(phone, driver);
    await tab.goto('/driver/sent');
    await tab.getByText('Secret Street 7').waitFor();
    await tab.getByText(everythingIsSent).waitFor();
    assert.equal((await fleet.read(id)).state, 2);
    assert.deepEqual(await tab.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('unsent'))), []);
    await phone.close();
  });

  test('a session that ended while the phone had no network is noticed with the network', { timeout }, async () => {
    const { driver, phone, tab } = await onTheRoad('Erna Ended', 0);
    await phone.setOffline(true);
    await tab.reload();
    await tab.getByText(/^No connection since/).waitFor();
    assert.match(await readableOnPhone(tab), /A KEY/);
    await endSessionsOf(driver.worker_id);
    await phone.setOffline(false);
    await tab.getByRole('navigation').waitFor({ state: 'detached' });
    await fleet.until('the key being forgotten', async () => !/A KEY/.test(await readableOnPhone(tab)));
    await phone.close();
  });

  test('what one driver wrote without a network goes out as theirs, also when another has signed in meanwhile', {
    timeout,
  }, async () => {
    const { driver, tasks, phone, tab } = await onTheRoad('Hanna Handover', 1);
    const [taskId] = tasks as [string];
    await phone.setOffline(true);
    await tab.reload();
    await tab.getByText(/^No connection since/).waitFor();
    const madeAt = Date.now() - 120_000;
    await keepOnPhone(tab, [{ action: { kind: 'message', taskId, text: 'Which door?' }, madeAt }]);
    await tab.getByText(/^1 not sent since/).waitFor();
    const posts: { body: Record<string, unknown>; key: string | undefined }[] = [];
    await phone.route(`**/api/v2/driver/tasks/${taskId}/messages`, (route) => {
      const request = route.request();
      posts.push({ body: request.postDataJSON(), key: request.headers()['idempotency-key'] });
      return route.fulfill({ json: {} });
    });
    await fleet.signIn(phone, await fleet.driver('Heinz Handover'));
    await phone.setOffline(false);
    await tab.getByText('Nothing to show yet').waitFor();
    assert.equal(posts.length, 0);

    await fleet.signIn(phone, driver);
    await tab.goto('/driver/sent');
    await tab.getByText(/^sent \d/).waitFor();
    await tab.getByText(everythingIsSent).waitFor();
    const { actionId, ...push } = posts[0]!.body;
    assert.equal(typeof actionId, 'string');
    assert.deepEqual(push, { worker: driver.worker_id, time: madeAt, text: 'Which door?' });
    assert.deepEqual([posts.length, posts[0]!.key], [1, undefined]);
    await phone.close();
  });

  test('a phone without room says so, and keeps what it has', { timeout }, async () => {
    const { phone, tab } = await onTheRoad('Fred Full', 0);
    await tab.goto('/driver/me');
    const duty = tab.getByRole('switch', { name: 'On duty' });
    await duty.check();
    await tab.getByText(everythingIsSent).waitFor();
    // Browsers do not hold private profiles, as tests have, to any quota.
    await tab.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
      };
    });
    await duty.click();
    await tab.getByText(/^This phone is full/).waitFor();
    assert.equal(await duty.getAttribute('aria-checked'), 'true');
    await tab.goto('/driver/sent');
    await tab.getByText(/^sent \d/).waitFor();
    const storesNothing = await phone.newPage();
    await storesNothing.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (...given) {
        if (!sessionStorage.getItem('again')) throw new DOMException('No.', 'InvalidStateError');
        return open.apply(this, given);
      };
    });
    await storesNothing.goto('/driver');
    await storesNothing.getByRole('heading', { name: 'This browser can’t store your work' }).waitFor();
    assert.deepEqual(await accessibilityProblems(storesNothing), []);
    await storesNothing.evaluate(() => sessionStorage.setItem('again', 'yes'));
    await storesNothing.getByRole('button', { name: 'Try again' }).click();
    await storesNothing.getByRole('navigation').waitFor();
    await phone.close();
  });

  test('a newer app waits until everything is sent, and has what was done with the one before (V6)', {
    timeout,
  }, async () => {
    await using browser = await RawChromium.start();
    const driver = await fleet.driver('Ulla Update');
    const taskId = await fleet.task(driver.worker_id);
    const tab = await browser.tab();
    await tab.goto(`${server.url}/sign-in`);
    const signIn = async ({ phone, password }: { phone: string; password: string }) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ phone, password });
      return (await fetch('/api/session', { method: 'POST', headers, body })).status;
    };
    // The page is left under its hands, more than once.
    const shows = (what: string, text: string) =>
      fleet.until(what, () =>
        tab.evaluate((given) => document.body.innerText.includes(given), text).catch(() => false),
      );
    await fleet.until('the door', () => tab.evaluate(() => location.pathname === '/sign-in').catch(() => false));
    await fleet.until('being signed in', async () => (await tab.evaluate(signIn, driver).catch(() => 0)) === 200);
    await tab.goto(`${server.url}/driver/sent`);
    await shows('the app', 'Nothing to show yet');
    // A first visit: the app comes onto the phone after its page.
    const isStored = () => navigator.serviceWorker.controller !== null;
    await fleet.until('the app on the phone', () => tab.evaluate(isStored).catch(() => false));

    const next = await nextWorkerOf(server);
    let isHeld = true;
    const release = takeRequests(server, (request, response) => {
      if (isHeld && request.url!.startsWith('/api/v2/driver/actions')) request.destroy();
      else if (request.url === '/driver-worker.js')
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(next);
      else return false;
      return true;
    });
    try {
      await keepOnPhone(tab, [{ action: { kind: 'start', taskId }, title: 'Under way' }]);
      await shows('what is unsent', '1 not sent since');
      await tab.evaluate("document.documentElement.dataset.page = 'the first'");
      await tab.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      const waits = () =>
        tab.evaluate(async () => ((await navigator.serviceWorker.ready).waiting?.state ?? '') === 'installed');
      await fleet.until('the newer app waiting', waits);
      // Nor does it come with a look around, or with what is tried once more.
      await tab.evaluate('document.querySelector(\'a[href="/driver/me"]\').click()');
      await shows('that there is one', 'A newer version installs itself');
      await tab.evaluate(() => void dispatchEvent(new Event('online')));
      assert.deepEqual(
        [await waits(), await tab.evaluate('document.documentElement.dataset.page')],
        [true, 'the first'],
      );
      isHeld = false;
      await tab.evaluate(() => void dispatchEvent(new Event('online')));
      const builds = () =>
        tab.evaluate(async () => (await caches.keys()).filter((name) => /^driver (?!words)/.test(name)).join());
      await fleet.until('the change', async () => (await builds().catch(() => '')) === `driver ${NEXT_BUILD}`);
    } finally {
      release();
    }
    assert.equal(await tab.evaluate('document.documentElement.dataset.page ?? null'), null);
    assert.equal((await fleet.read(taskId)).state, 2);
    await tab.goto(`${server.url}/driver/sent`);
    await shows('what was done with the one before', 'Under way');
    await shows('that it is sent', everythingIsSent);
  });

  test('where the phone is goes out while on duty, in order and once; what keeps it from that is told (V9)', {
    timeout,
  }, async () => {
    const { driver, phone, tab } = await onTheRoad('Paul Position', 0);
    const reports: { positions: { time: number }[] }[] = [];
    await phone.route('**/api/v2/driver/positions', async (route) => {
      reports.push(route.request().postDataJSON());
      // The first answer is lost.
      if (reports.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await tab.goto('/driver/me');
    await tab.getByText('not shared: you are off duty').waitFor();
    const from = Date.now() - 600_000;
    const points = Array.from({ length: 500 }, (_, index) => ({
      location: [-122.4 + index / 1e5, 37.78],
      time: from + 1000 * index,
    }));
    await keepPositions(tab, points);
    await fleet.until('a second report', async () => {
      await tab.evaluate(() => void dispatchEvent(new Event('online')));
      return reports.length > 1;
    });
    const retained = await server.services.database.reader.first(sql<{ count: number }>`
      select count(*)::int as count from dispatch.position_reports where worker_id = ${driver.worker_id}`);
    assert.equal(retained!.count, 500);
    for (const { positions } of reports)
      assert.deepEqual(
        positions.map(({ time }) => time),
        points.map(({ time }) => time),
      );
    await tab.getByRole('switch', { name: 'On duty' }).check();
    await tab.getByText('not shared: the app may not use your location').waitFor();
    await phone.grantPermissions(['geolocation']);
    await phone.setGeolocation({ longitude: -122.5, latitude: 37.7, accuracy: 5 });
    await tab.reload();
    await tab.getByText(/^shared, last at/).waitFor();
    await takePicture(tab, 'driver-me');
    assert.deepEqual(await accessibilityProblems(tab), []);
    // Four minutes later nothing newer has come.
    await tab.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 240_000;
    });
    await tab.getByText(/^not shared since .+: this phone has no newer location$/).waitFor();
    await phone.close();
  });

  test('a task that comes while the tasks are asked for is there right after', { timeout }, async () => {
    const { driver, phone, tab } = await onTheRoad('Nina Next', 1);
    await tab.goto('/driver');
    await tab.getByText('0 of 1 stops done').waitFor();
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let questions = 0;
    await phone.route('**/api/v2/driver/tasks', async (route) => {
      if (++questions > 1) return route.continue();
      const response = await route.fetch();
      begun.resolve();
      await done.promise;
      await route.fulfill({ response });
    });
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
    await begun.promise;
    await fleet.task(driver.worker_id);
    for (const _ of [1, 2]) await tab.evaluate(() => void dispatchEvent(new Event('online')));
    done.resolve();
    // Sooner than the next look, which comes a minute after the one before.
    await tab.getByText('0 of 2 stops done').waitFor({ timeout: 30_000 });
    assert.equal(questions, 2);
    await phone.close();
  });

  test('a new task is told by a push, and a touch opens it (V10)', { timeout }, async () => {
    await using desktop = await Chromium.start({ desktop: true });
    const { driver, phone, tab } = await onTheRoad('Vera Vapid', 0, fleet.in(desktop));
    await tab.goto('/driver/me');
    await tab
      .getByText(/^(?:off|not allowed on this phone): you see new tasks and messages when this app is open/)
      .waitFor();
    await phone.grantPermissions(['notifications']);
    const browser = pushBrowser(service, '/push/driver');
    await tab.reload();
    // No browser in a test reaches the service of its maker.
    await tab.evaluate((subscription) => {
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription;
    }, browser.subscription);
    await tab.getByRole('button', { name: 'Turn on' }).click();
    await tab.getByText('on: this phone tells you of a new task').waitFor();
    const id = await fleet.task(driver.worker_id);
    await fleet.until('the push', async () => service.pushes.some(({ path }) => path === '/push/driver'));
    const toast = await browser.read(service.pushes.find(({ path }) => path === '/push/driver')!.body);
    await deliverPush(server.url, tab, JSON.stringify(toast));
    await fleet.until('the notification', () =>
      tab.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 1),
    );
    // Nobody can touch it here; as text, since what workers have is no part of the types of the tests.
    await phone.serviceWorkers()[0]!.evaluate(`registration.getNotifications().then(([notification]) => {
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    })`);
    await tab.waitForURL(`**/driver/task/${id}`);

    // What is said of a task stands in one notification, the newest of it, and leads to where one answers.
    const push = { kind: 'said', taskId: id, topic: '1a2b3c4d Market Street 1', sender: 'Olive Owner' };
    for (const text of ['Which door?', 'The green one'])
      await deliverPush(server.url, tab, JSON.stringify({ ...push, text }));
    const shown = () =>
      tab.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => [title, body]),
      );
    const newest = ['Olive Owner', '1a2b3c4d Market Street 1\nThe green one'];
    await fleet.until('the message', async () => JSON.stringify(await shown()) === JSON.stringify([newest]));
    await phone.serviceWorkers()[0]!.evaluate(`registration.getNotifications().then(([notification]) => {
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    })`);
    await tab.waitForURL(`**/driver/task/${id}/ask`);

    // From one task's to another's nothing goes along, though nobody can be asked.
    const message = { id: 1, time: Date.now(), text: 'The green one', editedAt: null };
    const messages = [{ ...message, sender: { name: 'Olive Owner', isOwn: false } }];
    await phone.route('**/api/v2/driver/tasks/*/messages', (route) =>
      route.request().url().includes(id)
        ? route.fulfill({ json: { isAvailable: true, hasOlder: false, messages } })
        : route.abort(),
    );
    await tab.reload();
    await tab.getByText('The green one').waitFor();
    await tab.getByRole('textbox').fill('Not of that one');
    const other = await fleet.task(driver.worker_id);
    await deliverPush(server.url, tab, JSON.stringify({ ...push, taskId: other, text: 'Which door?' }));
    await fleet.until('the other message', async () => (await shown()).length === 1);
    await phone.serviceWorkers()[0]!.evaluate(`registration.getNotifications().then(([notification]) => {
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    })`);
    await tab.waitForURL(`**/driver/task/${other}/ask`);
    const isEmpty = async () => (await tab.getByRole('textbox').inputValue()) === '';
    await fleet.until('an empty message', isEmpty);
    assert.equal(await tab.getByText('The green one').count(), 0);

    await phone.addInitScript((subscription) => {
      PushManager.prototype.getSubscription = async () =>
        ({ toJSON: () => subscription }) as unknown as PushSubscription;
    }, browser.subscription);
    const next = await fleet.driver('Vito Vapid');
    await fleet.signIn(phone, next);
    await phone.unroute('**/api/v2/driver/tasks/*/messages');
    const subscribed = tab.waitForResponse((answer) => answer.url().endsWith('/push-subscription'));
    await tab.goto('/driver/sent');
    assert.equal((await subscribed).request().method(), 'PUT');
    const before = service.pushes.length;
    await fleet.task(next.worker_id);
    await fleet.until('their push', async () => service.pushes.length > before);
    await phone.close();
    assert.deepEqual(
      desktop.takeComplaints().filter((complaint) => !OF_THE_NETWORK.test(complaint)),
      [],
    );
  });

  test('signing out with unsent work asks twice; a wrong clock is told', { timeout }, async () => {
    const { driver, tasks, phone, tab } = await onTheRoad('Olga Out', 1);
    await phone.route('**/api/v2/driver/actions', (route) => route.abort());
    await keepOnPhone(tab, [{ action: { kind: 'start', taskId: tasks[0] } }]);
    await phone.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() + 300_000;
    });
    await tab.goto('/driver/me');
    await tab.getByText('clock is 5 minutes ahead').waitFor();
    await tab.getByText(/^1 not sent since/).waitFor();
    // What the server took has its times: neither is five minutes from now.
    await tab.getByRole('switch', { name: 'On duty' }).click();
    await phone.unroute('**/api/v2/driver/actions');
    await tab.goto('/driver/sent');
    await tab.getByText(everythingIsSent).waitFor();
    const soon = Date.now() + 2 * 60_000;
    const made = await tab
      .locator('.sent-action.sent time')
      .evaluateAll((all) => all.map((at) => (at as HTMLTimeElement).dateTime));
    assert.equal(made.length, 2);
    for (const at of made) assert.ok(Date.parse(at) < soon, at);
    const written = await tab.locator('.sent-action.sent .sent-state').allTextContents();
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    for (const state of written)
      assert.ok(
        [0, 1, 2].some((ago) => state.includes(clock(Date.now() - ago * 60_000))),
        state,
      );
    await phone.route('**/api/v2/driver/actions', (route) => route.abort());
    await keepOnPhone(tab, [{ action: { kind: 'arrive', taskId: tasks[0] } }]);
    await tab.goto('/driver/me');
    await tab.getByText(/^1 not sent since/).waitFor();
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByText('1 action is not sent').waitFor();
    await tab.getByRole('button', { name: 'Sign out anyway' }).click();
    await tab.getByText('Are you sure? Only you can send it.').waitFor();
    await tab.getByRole('button', { name: 'Stay signed in' }).click();
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByRole('button', { name: 'Sign out anyway' }).click();
    await tab.getByRole('button', { name: 'Yes, sign out unsent' }).click();
    await tab.getByRole('navigation').waitFor({ state: 'detached' });
    const lies = async () => {
      const [account, actions, copies, files, positions] = JSON.parse(await readableOnPhone(tab)) as object[][];
      return [account, actions, copies, files, positions].map((rows) => rows!.length);
    };
    await fleet.until('the tasks to be gone', async () => (await lies())[2] === 0);
    assert.doesNotMatch(await readableOnPhone(tab), /A KEY/);
    assert.deepEqual((await lies()).slice(0, 2), [1, 1]);
    // With everything sent nothing is left.
    await phone.unroute('**/api/v2/driver/actions');
    await fleet.signIn(phone, driver);
    await tab.goto('/driver/sent');
    await tab.getByText(everythingIsSent).waitFor();
    await tab.goto('/driver/me');
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await fleet.until('the phone to be empty', async () => (await lies()).join() === '0,0,0,0,0');
    await phone.close();
  });

  test('a long shift goes out in few requests, on a narrow phone with a quarter of a processor', {
    timeout,
  }, async (t) => {
    const { phone, tab } = await onTheRoad('Lena Long', 0);
    const cdp = await phone.newCDPSession(tab);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    let requests = 0;
    await phone.route('**/api/v2/driver/actions', async (route) => {
      requests++;
      await route.continue();
    });
    const began = performance.now();
    await keepOnPhone(
      tab,
      Array.from({ length: ACTIONS }, (_, index) => ({ action: { kind: 'duty', onDuty: index % 2 === 0 } })),
    );
    await tab
      .getByText(/^sent \d/)
      .nth(ACTIONS - 1)
      .waitFor();
    await tab.getByText(everythingIsSent).waitFor();
    t.diagnostic(`${ACTIONS} actions, accepted and shown: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    assert.equal(requests, Math.ceil(ACTIONS / 100));
    for (const path of ['/driver', '/driver/sent', '/driver/me']) {
      await tab.goto(path);
      await tab.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
    }
    await phone.close();
  });
});
