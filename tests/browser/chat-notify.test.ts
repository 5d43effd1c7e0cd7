import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { sql } from '../../src/platform/db/sql.ts';
import { pushBrowser, startBrowserPushes, VAPID_PUBLIC_KEY, WEB_PUSH } from '../harness/browser-pushes.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const PASSWORD = 'correct horse battery staple';
/** Settings that the tests change. */
const CHANGED = [
  ...['do_not_disturb_until', 'notification_sound', 'pm_content_in_desktop_notifications', 'enable_sounds'],
  ...['enable_desktop_notifications', 'enable_online_push_notifications', 'enable_stream_desktop_notifications'],
  ...['enable_stream_audible_notifications', 'enable_followed_topic_audible_notifications'],
];

interface Shown {
  title: string;
  body: string;
  tag: string;
}

describe('notifications of the chat', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let service: Awaited<ReturnType<typeof startBrowserPushes>>;
  let chromium: Chromium;
  let world: TestConsole;
  let own: ChatClient;
  let mara: ChatClient;
  let channelId: number;
  let browser: ReturnType<typeof pushBrowser>;
  let atFirst: Record<string, unknown>;

  before(async () => {
    service = await startBrowserPushes();
    [server, chromium] = await Promise.all([
      startTestServer({ web: true, webPush: WEB_PUSH, webhookAllowInsecure: true }),
      Chromium.start({ desktop: true }),
    ]);
    world = await TestConsole.start(server, chromium);
    own = new ChatClient(world.organization.chat);
    browser = pushBrowser(service, '/push/1');
    mara = await somebody('mara@example.com', 'Mara Fern');
    for (const client of [own, mara])
      await world.must(client.post('/users/me/subscriptions', { subscriptions: [{ name: 'yard' }] }));
    channelId = (await world.must(own.get('/get_stream_id', { stream: 'yard' }))).stream_id;
    const settings = await settingsNow();
    atFirst = Object.fromEntries(CHANGED.map((name) => [name, settings[name]]));
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    service?.stop();
  });

  // What a test that failed has set is not the next one's.
  beforeEach(() => set(atFirst));

  async function somebody(email: string, full_name: string): Promise<ChatClient> {
    await world.must(own.post('/users', { email, full_name, password: PASSWORD }));
    const { api_key } = await world.must(own.post('/fetch_api_key', { username: email, password: PASSWORD }));
    return new ChatClient({ site: own.site, email, api_key });
  }

  const direct = async (content: string, from = mara): Promise<number> =>
    (await world.must(from.post('/messages', { type: 'direct', to: [own.email], content }))).id;
  const inTopic = async (topic: string, content: string): Promise<number> =>
    (await world.must(mara.post('/messages', { type: 'channel', to: channelId, topic, content }))).id;
  const set = (settings: Record<string, unknown>) => world.must(own.patch('/settings', settings));
  const settingsNow = async (): Promise<Record<string, unknown>> =>
    (
      await world.must(
        own.post('/register', {
          fetch_event_types: ['user_settings'],
          client_capabilities: { user_settings_object: true },
        }),
      )
    ).user_settings;

  /** A browser of somebody; what its push service is asked for, it gets from the test's. */
  async function newProfile(email = own.email, permission: 'granted' | 'default' = 'granted'): Promise<BrowserContext> {
    const profile = await world.signedIn({ serviceWorkers: 'allow' }, email);
    if (permission === 'granted') await profile.grantPermissions(['notifications'], { origin: server.url });
    await profile.addInitScript(
      ([subscription, key]) => {
        const given = {
          ...(subscription as object),
          toJSON: () => subscription,
          unsubscribe: async () => {
            localStorage.setItem('test-subscribed', '');
            return true;
          },
        };
        const { prototype } = PushManager as unknown as { prototype: Record<string, unknown> };
        prototype.subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (applicationServerKey !== key) throw new Error('another key');
          localStorage.setItem('test-subscribed', 'yes');
          return given;
        };
        prototype.getSubscription = async () => (localStorage.getItem('test-subscribed') ? given : null);
        // What is played, by pitch.
        const played: number[] = [];
        Object.assign(globalThis, { played });
        const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...when) {
          played.push(this.frequency.value);
          return start.apply(this, when);
        };
      },
      [browser.subscription, VAPID_PUBLIC_KEY] as const,
    );
    return profile;
  }

  /** A tab whose window has the focus only while it is in front. */
  async function newTab(profile: BrowserContext, path: string): Promise<Page> {
    const page = await profile.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached', ...PATIENT });
    await useRealFocus(page);
    return page;
  }

  /** Undoes that every page has the focus, as a page that was loaded anew has. */
  async function useRealFocus(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  }

  /** Looks at something else than the chat. */
  async function lookAway(profile: BrowserContext): Promise<Page> {
    const tabs = profile.pages();
    const page = await profile.newPage();
    await page.bringToFront();
    for (const tab of tabs)
      await world.until('nobody looking at the chat', async () => {
        // One that has gone on to another address has the focus again.
        await useRealFocus(tab);
        return tab.evaluate(() => !document.hasFocus());
      });
    return page;
  }

  const shownIn = (page: Page): Promise<Shown[]> =>
    page.evaluate(async () => {
      const here = await navigator.serviceWorker.getRegistration('/chat');
      return (await here!.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const isShown = async (page: Page, id: number) => (await shownIn(page)).some(({ tag }) => tag === `chat-${id}`);
  const untilShown = (page: Page, id: number) => world.until(`message ${id}`, () => isShown(page, id));
  /** Returns what sounded since the last look, in all tabs. */
  async function played(...pages: Page[]): Promise<number[]> {
    const each = pages.map((page) =>
      page.evaluate(() => (globalThis as unknown as { played: number[] }).played.splice(0)),
    );
    return (await Promise.all(each)).flat();
  }

  /** Waits for so many tones, and returns all that there were. */
  async function untilPlayed(count: number, ...pages: Page[]): Promise<number[]> {
    const tones: number[] = [];
    await world.until('the sound', async () => tones.push(...(await played(...pages))) >= count);
    return tones;
  }

  /** The service worker, once it is there; it counts what it shows. */
  async function workerOf(profile: BrowserContext, page: Page): Promise<Worker> {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await world.until('the service worker', async () => profile.serviceWorkers().length > 0);
    const worker = profile.serviceWorkers()[0]!;
    await worker.evaluate(() => {
      const here = (self as unknown as { registration: ServiceWorkerRegistration }).registration;
      const show = here.showNotification.bind(here);
      const tags: string[] = [];
      Object.assign(self, { tags });
      here.showNotification = (title, options) => {
        tags.push(options!.tag!);
        return show(title, options);
      };
    });
    return worker;
  }
  const countShown = (worker: Worker, id: number): Promise<number> =>
    worker.evaluate(
      (tag) => (self as unknown as { tags: string[] }).tags.filter((each) => each === tag).length,
      `chat-${id}`,
    );

  /** Presses a notification, as a person would. */
  const press = (worker: Worker, id: number): Promise<void> =>
    worker.evaluate(async (tag) => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await scope.registration.getNotifications({ tag });
      const { NotificationEvent } = self as unknown as { NotificationEvent: new (type: string, init: object) => Event };
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    }, `chat-${id}`);

  async function turnOn(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Turn on notifications' }).click(PATIENT);
    await page.getByText('Do you want a notification').waitFor({ state: 'detached', ...PATIENT });
  }

  /** A browser in which notifications are on, with two tabs that nobody looks at. */
  async function twoTabs() {
    const profile = await newProfile();
    const first = await newTab(profile, '/chat/inbox');
    const worker = await workerOf(profile, first);
    await first.evaluate(() => localStorage.setItem('test-subscribed', ''));
    await direct('Are you there?');
    await turnOn(first);
    const second = await newTab(profile, '/chat/recent');
    await second
      .getByRole('link', { name: /Mara Fern/ })
      .first()
      .waitFor(PATIENT);
    await lookAway(profile);
    return { profile, first, second, worker };
  }

  test('offered once, asked after a press; a refusal is explained, in the settings too', async () => {
    const profile = await newProfile(own.email, 'default');
    await profile.addInitScript(() => {
      let state = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => state });
      Object.assign(Notification, {
        requestPermission: async () => {
          Object.assign(globalThis, { asked: true });
          state = 'denied';
          return state;
        },
      });
    });
    // What comes before the part for notifications was loaded is no less new.
    const { promise: wasSent, resolve: goOn } = Promise.withResolvers<void>();
    await profile.route(/assets\/notify-[^/]*\.js$/, async (route) => {
      await wasSent;
      await route.continue();
    });
    const page = await newTab(profile, '/chat/inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor(PATIENT);
    assert.equal(await page.getByText('Do you want a notification').count(), 0);
    await direct('Hello');
    await page
      .getByRole('link', { name: /Mara Fern/ })
      .first()
      .waitFor(PATIENT);
    goOn();
    await page.getByText('Do you want a notification').waitFor(PATIENT);
    assert.equal(await page.evaluate(() => 'asked' in globalThis), false);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'chat-notify-offer');
    await page.getByRole('button', { name: 'Turn on notifications' }).click(PATIENT);
    const refused = page.getByText('Your browser does not allow notifications from this site.');
    await refused.waitFor(PATIENT);
    await page.getByRole('button', { name: 'Close' }).click(PATIENT);
    await refused.waitFor({ state: 'detached', ...PATIENT });
    await page.goto('/chat/settings');
    const part = page.getByRole('region', { name: 'Notifications' });
    await part.getByText('This browser shows no notifications.').waitFor(PATIENT);
    // The page asks the browser again where the person presses again.
    await part.getByRole('button', { name: 'Turn on notifications' }).click(PATIENT);
    await part.getByText('Your browser does not allow notifications from this site.').waitFor(PATIENT);
    assert.equal(await part.getByRole('button', { name: 'Send me a test notification' }).count(), 0);
    await direct('Again');
    assert.equal(await page.getByText('Do you want a notification').count(), 0);
    await profile.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  test('two tabs show one, read elsewhere it goes, and a press leads to the conversation', async () => {
    const { profile, first, second, worker } = await twoTabs();
    await played(first, second);
    const id = await direct('The **gate** is open');
    await untilShown(first, id);
    const [shown] = (await shownIn(first)).filter(({ tag }) => tag === `chat-${id}`);
    assert.deepEqual([shown!.title, shown!.body], ['Mara Fern', 'The gate is open']);
    // One more, so that the other tab had its turn.
    const next = await direct('And the door');
    await untilShown(second, next);
    assert.deepEqual([await countShown(worker, id), await countShown(worker, next)], [1, 1]);
    assert.deepEqual(await untilPlayed(4, first, second), [659, 880, 659, 880], 'one tab sounds for each');
    await world.must(own.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }));
    await world.until('the read one being gone', async () => !(await isShown(first, id)));
    assert.equal(await isShown(first, next), true);
    await press(worker, next);
    await world.until('the conversation', async () => [first, second].some((page) => page.url().includes('/chat/dm/')));
    const led = [first, second].find((page) => page.url().includes('/chat/dm/'))!;
    await led.bringToFront();
    await led.getByText('And the door').first().waitFor(PATIENT);
    await profile.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  test('a notification that a stopping service worker lost is shown all the same', async () => {
    const { profile, first, second, worker } = await twoTabs();
    for (const page of [first, second])
      await page.evaluate(() => {
        const { prototype } = ServiceWorker;
        const { postMessage } = prototype;
        prototype.postMessage = () => {
          prototype.postMessage = postMessage;
        };
      });
    const id = await direct('Not lost');
    await untilShown(first, id);
    assert.equal(await countShown(worker, id), 1);
    await profile.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  test('no notification of a muted topic, of what one reads, nor while nobody is to disturb', async () => {
    const { profile, first, second, worker } = await twoTabs();
    await set({ enable_stream_desktop_notifications: true, notification_sound: 'ding' });
    await world.must(own.post('/user_topics', { stream_id: channelId, topic: 'noise', visibility_policy: 1 }));
    const loud = await inTopic('gates', 'Gate **seven**');
    await untilShown(first, loud);
    const [shown] = (await shownIn(first)).filter(({ tag }) => tag === `chat-${loud}`);
    assert.deepEqual([shown!.title, shown!.body], ['Mara Fern · #yard › gates', 'Gate seven']);
    const muted = await inTopic('noise', 'Hm');
    const after = await direct('After it');
    await untilShown(first, after);
    assert.equal(await countShown(worker, muted), 0);
    await untilPlayed(2, first, second);
    // Another device begins it.
    const until = Math.round(Date.now() / 1000) + 3600;
    await set({ do_not_disturb_until: until });
    await first.getByRole('button', { name: /^Do not disturb until/ }).waitFor(PATIENT);
    const counted = Number(/^\((\d+)\)/.exec(await first.title())?.[1] ?? 0);
    const resting = await direct('While resting');
    await world.until('the count', async () => (await first.title()).startsWith(`(${counted + 1})`));
    await set({ do_not_disturb_until: 0 });
    await first.getByRole('button', { name: /^Do not disturb until/ }).waitFor({ state: 'detached', ...PATIENT });
    const later = await direct('Later');
    await untilShown(first, later);
    assert.equal(await countShown(worker, resting), 0);
    assert.deepEqual(await untilPlayed(1, first, second), [1047]);
    // Without those of channels, a mention, a followed topic and a word of one's own still notify; silently, and without the
    // text of direct messages, where the person wants it so.
    const sounds = [
      'enable_sounds',
      'enable_stream_audible_notifications',
      'enable_followed_topic_audible_notifications',
    ];
    const turnSounds = (value: boolean) => set(Object.fromEntries(sounds.map((name) => [name, value])));
    await turnSounds(false);
    await set({ enable_stream_desktop_notifications: false, pm_content_in_desktop_notifications: false });
    await world.must(own.post('/users/me/alert_words', { alert_words: ['ramp'] }));
    await world.must(own.post('/user_topics', { stream_id: channelId, topic: 'ice', visibility_policy: 3 }));
    const { full_name } = await world.must(own.get('/users/me'));
    const plain = await inTopic('gates', 'Nothing much');
    const notifying = [await inTopic('gates', `@**${full_name}** look`), await inTopic('ice', 'Slippery')];
    notifying.push(await inTopic('gates', 'At the ramp'), await direct('Only for you'));
    for (const id of notifying) await untilShown(first, id);
    const secret = (await shownIn(first)).find(({ tag }) => tag === `chat-${notifying.at(-1)}`)!;
    assert.deepEqual([secret.title, secret.body], ['Mara Fern', 'New message']);
    assert.equal(await countShown(worker, plain), 0);
    assert.deepEqual(await played(first, second), []);
    await set({ enable_desktop_notifications: false, pm_content_in_desktop_notifications: true });
    const silent = await direct('Not now');
    await set({ enable_desktop_notifications: true });
    await turnSounds(true);
    await set({ enable_stream_audible_notifications: false });
    await untilShown(first, await direct('Now again'));
    assert.equal(await countShown(worker, silent), 0);
    assert.deepEqual(await untilPlayed(1, first, second), [1047], 'only the last one sounded');
    await world.must(own.delete('/users/me/alert_words', { alert_words: ['ramp'] }));
    // Whoever looks at the chat sees it there; elsewhere in it, it sounds.
    await first.bringToFront();
    const seen = await direct('In front of me');
    await untilPlayed(1, first, second);
    assert.equal(await countShown(worker, seen), 0);
    await set({ enable_stream_desktop_notifications: false, notification_sound: 'zulip' });
    await profile.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  /** Hands a push to the service worker as the browser's push service does. */
  async function deliver(session: CDPSession, body: Buffer): Promise<void> {
    const registrationId = await new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/chat'));
        if (own) resolve(own.registrationId);
      });
      void session.send('ServiceWorker.disable').then(() => session.send('ServiceWorker.enable'));
    });
    const data = JSON.stringify(await browser.read(body));
    await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  }

  test('a closed browser gets pushes, which lead there and go; nobody gets those of whoever left', async () => {
    await set({ enable_online_push_notifications: true });
    const { profile, first, second, worker } = await twoTabs();
    await untilPushable();
    await second.close();
    await first.close();
    const before = service.pushes.length;
    const id = await direct('Is anybody **there**?');
    await until(() => service.pushes.length > before, 'the push');
    const elsewhere = await newTab(profile, '/sign-in');
    const session = await profile.newCDPSession(elsewhere);
    await lookAway(profile);
    await deliver(session, service.pushes.at(-1)!.body);
    await untilShown(elsewhere, id);
    const [shown] = (await shownIn(elsewhere)).filter(({ tag }) => tag === `chat-${id}`);
    assert.deepEqual([shown!.title, shown!.body], ['Mara Fern', 'Is anybody there?']);
    // The same once more is nothing; what was read meanwhile goes with the next.
    await deliver(session, service.pushes.at(-1)!.body);
    await world.must(own.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }));
    const next = await direct('Last call');
    await until(() => service.pushes.length > before + 1, 'the next push');
    const lastCall = service.pushes.at(-1)!.body;
    await deliver(session, lastCall);
    await untilShown(elsewhere, next);
    assert.deepEqual([await countShown(worker, id), await isShown(elsewhere, id)], [1, false]);
    // Without a page of the chat a press opens one.
    await worker.evaluate(() => {
      const { clients } = self as unknown as { clients: { openWindow(address: string): Promise<void> } };
      clients.openWindow = async (opened) => void Object.assign(self, { opened });
    });
    await press(worker, next);
    await world.until('a page being opened', () =>
      worker.evaluate(() => ((self as unknown as { opened?: string }).opened ?? '').startsWith('/chat/dm/')),
    );

    const page = await newTab(profile, '/chat/inbox');
    await lookAway(profile);
    const last = await direct('One more');
    await world.until('a notification', async () => (await shownIn(page)).length > 0);
    await page.bringToFront();
    // The part that shows them may not be there.
    await page.evaluate(keepNoNotify, false);
    await page.reload();
    await page.getByRole('button', { name: 'More', exact: true }).click(PATIENT);
    await page.getByRole('menuitem', { name: 'Sign out' }).click(PATIENT);
    await page.getByLabel('Password', { exact: true }).waitFor(PATIENT);
    assert.deepEqual(await shownIn(page), []);
    assert.equal(await page.evaluate(() => localStorage.getItem('test-subscribed')), '');
    assert.equal(await page.evaluate(() => caches.has('chat words')), false);
    await page.evaluate(keepNoNotify, true);
    // One that was on its way comes late: whoever sits there now does not see it.
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: mara.email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached', ...PATIENT });
    await useRealFocus(page);
    const toMara = await direct('For you', own).then(() =>
      world.must(own.post('/messages', { type: 'direct', to: [mara.email], content: 'For Mara' })),
    );
    await turnOn(page);
    await untilPushable();
    await lookAway(profile);
    await deliver(session, lastCall);
    const sent = service.pushes.length;
    await direct('Not in Mara’s browser');
    const ownNews = await world.must(own.post('/messages', { type: 'direct', to: [mara.email], content: 'Yours' }));
    await untilShown(page, ownNews.id);
    const titles = (await shownIn(page)).map(({ tag }) => tag);
    assert.ok(!titles.includes(`chat-${next}`) && !titles.includes(`chat-${last}`), titles.join());
    for (const { body } of service.pushes.slice(sent)) {
      const { message_id } = (await browser.read(body)) as { message_id: number };
      assert.ok(message_id >= toMara.id && message_id !== next);
    }
    await set({ enable_online_push_notifications: false });
    await profile.close();
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !/status of 404/.test(each)),
      [],
    );
  });

  /** Waits until the server has the subscription: its hash is stored. */
  async function untilPushable(): Promise<void> {
    const { database } = server.services;
    await world.until('the subscription', async () => {
      const row = await database.reader.first(sql<{ n: number }>`
        select count(*)::int as n from platform.push_subscriptions`);
      return row!.n > 0;
    });
  }

  test('"do not disturb" from the menu, the settings and its button; a test notification', async () => {
    const profile = await newProfile();
    const page = await newTab(profile, '/chat/inbox');
    await page.getByRole('button', { name: 'More', exact: true }).click(PATIENT);
    await page.getByRole('menuitem', { name: 'Do not disturb' }).click(PATIENT);
    const dialog = page.getByRole('dialog', { name: 'Do not disturb' });
    await dialog.getByRole('button', { name: 'For 30 minutes' }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'chat-notify-rest');
    await dialog.getByRole('button', { name: 'For 1 hour' }).click(PATIENT);
    const button = page.getByRole('button', { name: /^Do not disturb until/ });
    await button.waitFor(PATIENT);
    const saved = async () => (await settingsNow()).do_not_disturb_until as number;
    const inAnHour = Date.now() / 1000 + 3600;
    assert.ok(Math.abs((await saved()) - inAnHour) < 60);
    await page.goto('/chat/settings');
    const part = page.getByRole('region', { name: 'Notifications' });
    await part.getByRole('button', { name: 'Turn on notifications' }).click(PATIENT);
    await part.getByText(/This browser shows notifications/).waitFor(PATIENT);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityProblems(page), []);
      await takePicture(page, `chat-notify-settings-${colorScheme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'chat-notify-settings-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await part.getByRole('button', { name: 'Send me a test notification' }).click(PATIENT);
    await world.until('the test', async () =>
      (await shownIn(page)).some(({ title, tag }) => title === 'Test notification' && tag.startsWith('chat-test')),
    );
    assert.deepEqual(await played(page), [], 'nothing sounds');
    await part.getByRole('button', { name: /^Do not disturb until/ }).click(PATIENT);
    await dialog.getByRole('button', { name: 'Choose a time' }).click(PATIENT);
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click(PATIENT);
    await world.until('another end', async () => (await saved()) > inAnHour + 60);
    await button.first().click(PATIENT);
    await dialog.getByRole('button', { name: 'End it now' }).click(PATIENT);
    await button.first().waitFor({ state: 'detached', ...PATIENT });
    assert.equal(await saved(), 0);
    await part.getByRole('button', { name: 'Send me a test notification' }).click(PATIENT);
    await untilPlayed(2, page);
    await part.getByRole('button', { name: 'Turn off in this browser' }).click(PATIENT);
    await part.getByText('This browser shows no notifications.').waitFor(PATIENT);
    await world.until('nothing shown', async () => (await shownIn(page)).length === 0);
    await profile.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  });
});

/** In the page: takes the part for notifications from the device. @param mayCome whether the server has it */
async function keepNoNotify(mayCome: boolean): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!/assets\/notify-[^/]*\.js$/.test(url)) continue;
      await (mayCome ? cache.delete(url) : cache.put(url, new Response('', { status: 404 })));
    }
  }
}
