import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { makeFirstRunAddress } from '../../src/pages/first-run/actions.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { startTestServer } from '../harness/server.ts';

const PASSWORD = 'correct horse battery staple';
const STREAM = '/api/session/events';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('the floor of the pages, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let organization: CreatedOrganization;
  /** A person's browser with one tab at `/gallery`, signed in; most tests share it. */
  let context: BrowserContext;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  /** Signs in as the page does, without the page. */
  async function signedIn(options?: BrowserContextOptions): Promise<BrowserContext> {
    const profile = await chromium.profile({ baseURL: server.url, ...options });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: organization.chat.email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return profile;
  }

  async function open(profile: BrowserContext, path = '/gallery'): Promise<Page> {
    const tab = await profile.newPage();
    await tab.goto(path);
    await tab.getByRole('heading', { level: 1 }).waitFor();
    return tab;
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const overflow = (tab: Page) => tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  /** Waits until what is called so has the focus: it comes and goes by events of what opens and closes. */
  const focusOn = (name: RegExp) =>
    page.waitForFunction((pattern) => {
      const { ariaLabel, textContent } = document.activeElement!;
      return new RegExp(pattern).test(ariaLabel ?? textContent ?? '');
    }, name.source);

  test('pages that the server writes are accessible, and fit a small phone', async (t) => {
    t.diagnostic(`Chromium ${chromium.version}`);
    const setUp = new URL((await makeFirstRunAddress(server.services))!);
    const stranger = await chromium.profile({ baseURL: server.url, viewport: { width: 320, height: 800 } });
    const tab = await stranger.newPage();
    for (const [name, path, colorScheme] of [
      ['set-up', setUp.pathname + setUp.search, 'light'],
      ['set-up-without-code', '/setup', 'dark'],
      ['connect', '/connect', 'light'],
      ['not-found', '/nothing/here', 'dark'],
    ] as const) {
      await tab.emulateMedia({ colorScheme });
      await tab.goto(path);
      assert.ok((await overflow(tab)) <= 0, `${name}: ${await overflow(tab)} px too wide`);
      assert.deepEqual(await accessibilityProblems(tab), [], name);
      await takePicture(tab, name);
    }
    await stranger.close();
    const refusals = /the server responded with a status of 40[34]/;
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !refusals.test(each)),
      [],
    );
  });

  test('somebody signs in', async () => {
    organization = await server.organization();
    context = await signedIn();
    page = await open(context);
  });

  test('some time after the sign-in a page asks who is there before it ends another browser', async () => {
    const [other, profile] = [await signedIn(), await signedIn()];
    const tab = await profile.newPage();
    await tab.setViewportSize({ width: 320, height: 800 });
    await tab.goto('/account/devices');
    server.clock.advance(11 * 60_000);
    await tab
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click();
    await tab.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    assert.ok((await overflow(tab)) <= 0);
    assert.deepEqual(await accessibilityProblems(tab), []);
    await takePicture(tab, 'is-it-you');
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'Devices and clients' }).waitFor();
    await other.close();
    await profile.close();
    const refusal = /the server responded with a status of 403/;
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !refusal.test(each)),
      [],
    );
  });

  test('every look is accessible and fits its screen', async () => {
    const appearances: [name: string, media: Parameters<Page['emulateMedia']>[0], width: number, query: string][] = [
      ['light', {}, 1280, ''],
      ['dark', { colorScheme: 'dark' }, 390, ''],
      ['contrast', { contrast: 'more' }, 1920, ''],
      ['contrast-dark', { contrast: 'more', colorScheme: 'dark' }, 1280, ''],
      ['narrow', {}, 320, '?language=de'],
      ['long-words', {}, 390, '?language=en-XA'],
      ['right-to-left', {}, 1024, '?language=ar-XB'],
    ];
    const tab = await open(context);
    for (const [name, media, width, query] of appearances) {
      const usual = { colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'reduce' } as const;
      await tab.emulateMedia({ ...usual, ...media });
      await tab.setViewportSize({ width, height: 900 });
      if (query) await tab.goto(`/gallery${query}`);
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await tab.locator('.sample button:has(use[href$="#bell"]):not(.only-icon)').click();
      const toast = await tab.locator('.toast').last().boundingBox();
      assert.ok(toast!.x >= 0 && toast!.x + toast!.width <= width, `${name}: ${JSON.stringify(toast)}`);
      assert.ok((await overflow(tab)) <= 0, `${name}: ${await overflow(tab)} px too wide`);
      // What differs but in width and words has the same names, roles and colours.
      if (!query) assert.deepEqual(await accessibilityProblems(tab), [], name);
      await takePicture(tab, `gallery-${name}`);
    }
    await tab.close();
  });

  test('what opens above a page is accessible, and gives the focus back', async () => {
    for (const [opener, role, name] of [
      ['Dialog', 'dialog', 'Delete this task?'],
      ['Palette', 'dialog', 'Go to or do'],
      ['Keys', 'dialog', 'Keys'],
      ['More', 'menu', 'More'],
      ['Person card', 'dialog', 'Olive Owner'],
    ] as const) {
      await button(opener).focus();
      await page.keyboard.press('Enter');
      const opened = page.getByRole(role, { name });
      await opened.waitFor();
      assert.deepEqual(await accessibilityProblems(page), [], opener);
      await takePicture(page, `gallery-${opener.toLowerCase()}`);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'hidden' });
      await focusOn(new RegExp(`^${opener}$`));
    }
  });

  test('a tooltip says what a control does and by which key, and goes at Escape', async () => {
    const tip = page.locator('.tip');
    await button('Search').hover();
    await tip.waitFor();
    assert.equal(await tip.textContent(), 'SearchCtrlK');
    assert.equal(await button('Search').getAttribute('aria-keyshortcuts'), 'Control+k');
    await tip.hover();
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    await page.mouse.move(0, 0);
    // Who works by keyboard sees it where the focus is.
    await page.keyboard.press('Tab');
    await button('Search').focus();
    await page.keyboard.press('Tab');
    await tip.waitFor();
    assert.equal(await tip.textContent(), 'Notices');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.querySelector('.tip')?.textContent === 'Pin');
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
  });

  test("the organization's colour comes from its session, with an ink that can be read, and the accent stays", async () => {
    const colours = (tab: Page) =>
      tab
        .locator('.brand-mark')
        .first()
        .evaluate((mark) => {
          const { backgroundColor, color } = getComputedStyle(mark);
          return [backgroundColor, color];
        });
    const tab = await open(context);
    const accent = () => tab.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
    const [usual, usualAccent] = [await colours(tab), await accent()];
    await tab.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const session = await response.json();
      assert.equal(session.organization.colour, null);
      await route.fulfill({
        response,
        json: { ...session, organization: { ...session.organization, colour: '#ffdd00' } },
      });
    });
    await tab.reload();
    await tab.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await colours(tab), ['rgb(255, 221, 0)', 'rgb(0, 0, 0)']);
    assert.notDeepEqual(usual, await colours(tab));
    assert.equal(await accent(), usualAccent);
    assert.equal(await tab.locator('[style]').count(), 0);
    await tab.close();
  });

  test('nothing moves for a person who asks for that', async () => {
    const moving = async (tab: Page) => {
      await tab.getByRole('button', { name: 'Toast', exact: true }).click();
      return tab
        .locator('.toast')
        .last()
        .evaluate((toast) => parseFloat(getComputedStyle(toast).transitionDuration));
    };
    const still = await open(context);
    assert.equal(await moving(still), 0);
    await still.close();
    const other = await open(context);
    await other.emulateMedia({ reducedMotion: 'no-preference' });
    assert.ok((await moving(other)) > 0, 'who does not ask sees where a toast comes from');
    await other.close();
  });

  test('what the browser closes by itself, as a phone does at a second "back", can be opened again', async () => {
    const opened = page.getByRole('dialog', { name: 'Delete this task?' });
    for (const time of ['once', 'again']) {
      await button('Dialog').focus();
      await page.keyboard.press('Enter');
      await opened.waitFor();
      await opened.evaluate((dialog) => (dialog as HTMLDialogElement).close());
      await focusOn(/^Dialog$/);
      assert.equal(await opened.count(), 0, time);
    }
  });

  test('lists, tabs and menus are one stop for Tab, and arrows go on within', async () => {
    const rows = page.getByRole('list', { name: 'Tasks' }).getByRole('button');
    const stops = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).tabIndex));
    assert.deepEqual(await stops(), [-1, 0, -1], 'the row that is shown');
    await rows.nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await focusOn(/^Donau/);
    assert.deepEqual(await stops(), [-1, -1, 0]);
    await page.keyboard.press('ArrowDown');
    await focusOn(/^543 Wharf/);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    assert.equal(await rows.nth(2).evaluate((row) => row.parentElement!.ariaCurrent), 'true');

    await page.getByRole('tab', { name: 'Today' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tabpanel').textContent(), 'History');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getByRole('tabpanel').textContent(), 'Proof of delivery');

    await button('More').click();
    await focusOn(/^Edit/);
    await page.keyboard.press('ArrowUp');
    await focusOn(/^Delete$/);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Task deleted').waitFor();
    await button('Undo').click();
    await page.getByRole('status').getByText('Undone').waitFor();
  });

  test('what is told below gives the focus back to where it was', async () => {
    for (const name of ['Undo', 'Close']) {
      await button('Toast').focus();
      await page.keyboard.press('Enter');
      const shownToast = page.locator('.toast').last().getByRole('button', { name });
      await shownToast.waitFor();
      // As whoever works by keyboard comes there, over whatever lies between.
      await shownToast.focus();
      await page.keyboard.press('Enter');
      await focusOn(/^Toast$/);
    }
  });

  test('one of many is found by typing, chosen by keys, and told to who listens', async () => {
    const field = page.getByRole('combobox', { name: 'Assign to' });
    await field.click();
    await field.pressSequentially('ro');
    const options = page.getByRole('listbox', { name: 'Assign to' }).getByRole('option');
    await options.first().waitFor();
    assert.deepEqual(await options.allTextContents(), ['Rosa Recipient']);
    assert.equal(await field.getAttribute('aria-expanded'), 'true');
    assert.equal(await field.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'));
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'Rosa Recipient');
    assert.equal(await field.getAttribute('aria-expanded'), 'false');
    for (const key of ['Tab', 'Shift+Tab']) {
      await field.fill('ro');
      await options.first().waitFor();
      await page.keyboard.press(key);
      await options.first().waitFor({ state: 'hidden' });
      assert.equal(await field.inputValue(), 'ro', `${key} goes on, and chooses nothing`);
      await page.waitForFunction(() => document.activeElement!.role !== 'combobox');
    }
    await field.fill('nobody at all');
    await page.getByText('Nothing matches “nobody at all”').first().waitFor();
    await page.keyboard.press('Escape');
    await field.fill('');
  });

  test('the help shows the keys that work', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    const rows = await help.locator('dt, dd').allTextContents();
    assert.equal(rows[rows.indexOf('Go to or do something') + 1], 'CtrlK');
    assert.ok(!rows.includes('Undo the last change'), 'this page has nothing that undoes');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to or do' });
    await palette.waitFor();
    await page.keyboard.type('?oliv');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    const notes = page.getByLabel('Notes for the driver');
    await notes.fill('Gate?');
    await notes.press('?');
    assert.equal(await help.count(), 0, 'what is typed is text');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+Shift+k');
    assert.equal(await palette.count(), 0, "another key, which may be the browser's");
  });

  test('nothing runs that this server did not send as a file', async () => {
    const tried = await page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
      const refused = (attempt: () => unknown) => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      };
      const picture = Object.assign(new Image(), { src: 'http://127.0.0.1:9/x.png' });
      await new Promise((resolve) => picture.addEventListener('error', resolve));
      return {
        html: refused(() => Object.assign(document.createElement('p'), { innerHTML: '<img src=x onerror=alert(1)>' })),
        script: refused(() => Object.assign(document.createElement('script'), { text: 'alert(1)' })),
        worker: refused(() => new Worker('http://127.0.0.1:9/worker.js')),
        code: refused(() => new Function('return 1')),
        policy: refused(() =>
          (
            window as never as { trustedTypes: { createPolicy(name: string, rules: object): void } }
          ).trustedTypes.createPolicy('other', {}),
        ),
        violations: new Set(violations).has('img-src'),
      };
    });
    assert.deepEqual(tried, { html: true, script: true, worker: true, code: true, policy: true, violations: true });
    const complaints = chromium.takeComplaints();
    assert.ok(
      complaints.length > 0 && complaints.every((each) => /Content Security Policy|Trusted/i.test(each)),
      complaints.join('\n'),
    );
  });

  test('nothing is loaded from elsewhere, and the first paint is told', async (t) => {
    const tab = await open(context);
    const { addresses, paint } = await tab.evaluate(() => ({
      addresses: performance.getEntriesByType('resource').map(({ name }) => name),
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    }));
    assert.deepEqual(
      addresses.filter((address) => !address.startsWith(server.url)),
      [],
    );
    t.diagnostic(
      `first contentful paint of /gallery: ${paint?.toFixed(0) ?? 'not told'} ms on this machine as it is now`,
    );
    await tab.close();
  });

  test('a page that is older than the server says so, and one that lost it says since when', async () => {
    const tab = await context.newPage();
    await tab.route('**/api/session', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'hubbub-build': 'another' } });
    });
    await tab.goto('/gallery');
    const old = tab.getByRole('status').filter({ hasText: 'A newer version is available.' });
    await old.nth(1).waitFor();
    // On a phone its button is as wide as its word.
    await tab.setViewportSize({ width: 360, height: 740 });
    const lines = await old
      .nth(0)
      .getByRole('button', { name: 'Reload' })
      .evaluate((button) => {
        const range = document.createRange();
        range.selectNodeContents(button.querySelector('span')!);
        return range.getClientRects().length;
      });
    assert.equal(lines, 1);
    const again = tab.waitForResponse('**/api/session');
    await old.nth(0).getByRole('button', { name: 'Reload' }).click();
    await again;
    await tab.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await old.count(), 1, 'a server that has only the old page still: one goes on with it');
    await tab.close();

    const alone = await signedIn();
    await alone.route(`**${STREAM}`, (route) => route.abort());
    const cut = await open(alone);
    await cut
      .getByRole('status')
      .filter({ hasText: /Offline since \d\d:\d\d\./ })
      .nth(1)
      .waitFor();
    await alone.close();
    const lost = chromium.takeComplaints();
    assert.ok(
      lost.every((each) => /ERR_FAILED/.test(each)),
      lost.join('\n'),
    );
  });

  test('a page without a session asks who is there, in the words of the chosen language', async () => {
    const stranger = await chromium.profile({ baseURL: server.url });
    const tab = await stranger.newPage();
    await tab.goto('/gallery?language=en-XA');
    const dialog = tab.getByRole('dialog');
    await dialog.waitFor();
    assert.equal(await tab.getByRole('heading', { level: 1 }).count(), 0, 'nothing of the app is shown');
    assert.deepEqual(await accessibilityProblems(tab), []);
    const words = await dialog.evaluate((element) => {
      const found: string[] = [];
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walk.nextNode())
        if (walk.currentNode.textContent!.trim()) found.push(walk.currentNode.textContent!.trim());
      return found;
    });
    assert.deepEqual(
      words.filter((word) => !/^\[.*\]$/.test(word)),
      [],
      'not translated',
    );
    await tab.goto('/gallery?language=de');
    await tab.getByRole('dialog', { name: 'Anmelden' }).waitFor();
    assert.equal(await tab.evaluate(() => document.documentElement.lang), 'de');
    await takePicture(tab, 'sign-in-german');
    await stranger.close();
  });

  describe('a session (A3)', () => {
    const fields = (tab: Page) => ({
      who: tab.getByRole('textbox', { name: 'E-mail or phone number' }),
      password: tab.getByLabel('Password', { exact: true }),
    });

    test('that ends in mid-work is begun again over the page, and nothing is lost', async () => {
      const profile = await signedIn();
      const tab = await open(profile);
      await tab.getByLabel('Notes for the driver').fill('Ring twice, then wait');
      const elsewhere = await signedIn();
      const answer = await elsewhere.request.delete('/api/session/devices', {
        headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      });
      assert.ok(answer.ok(), await answer.text());
      const dialog = tab.getByRole('dialog', { name: 'Sign in again' });
      await dialog.waitFor();
      assert.deepEqual(await accessibilityProblems(tab), []);
      await takePicture(tab, 'sign-in-again');
      // Who is no longer signed in reads nothing of what lies behind.
      const box = (await dialog.boundingBox())!;
      const clip = { x: 0, y: 0, width: tab.viewportSize()!.width, height: Math.floor(box.y) - 40 };
      const { channels } = await sharp(await tab.screenshot({ clip })).stats();
      assert.deepEqual(
        channels.filter(({ min, max }) => max - min > 20),
        [],
      );
      await tab.keyboard.press('Escape');
      assert.equal(await dialog.isVisible(), true, 'there is no way around it');
      await dialog.evaluate((element) => (element as HTMLDialogElement).close());
      await dialog.waitFor();
      const { who, password } = fields(tab);
      await who.and(tab.locator(':focus')).waitFor();
      await tab.keyboard.type(organization.chat.email);
      await password.fill('not this one');
      await tab.keyboard.press('Enter');
      await tab.getByText('The address or the password is wrong.').waitFor();
      await password.fill(PASSWORD);
      await tab.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(await tab.getByLabel('Notes for the driver').inputValue(), 'Ring twice, then wait');
      await elsewhere.close();
      await profile.close();
    });

    test('is begun again another way too, in a tab of its own that brings this one back', async () => {
      const profile = await signedIn();
      const tab = await open(profile);
      await tab.getByLabel('Notes for the driver').fill('Ring twice');
      const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' };
      await profile.request.delete('/api/session', { headers });
      const dialog = tab.getByRole('dialog', { name: 'Sign in again' });
      await dialog.waitFor();
      const opened = profile.waitForEvent('page');
      await dialog.getByRole('link', { name: 'Sign in another way' }).click();
      const page = await opened;
      await page.getByLabel('E-mail address or phone').fill(organization.chat.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(await tab.getByLabel('Notes for the driver').inputValue(), 'Ring twice');
      await profile.close();
    });

    test('whose end a request meets: it waits, and goes on', async () => {
      const profile = await signedIn();
      // A tab whose stream is not there (a proxy holds it back) learns of the end by its next request.
      await profile.route(`**${STREAM}`, (route) => route.abort());
      const tab = await open(profile);
      await profile.clearCookies();
      await tab.getByRole('button', { name: 'Save', exact: true }).click();
      await tab.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      const { who, password } = fields(tab);
      await who.fill(organization.chat.email);
      await password.fill(PASSWORD);
      await tab.keyboard.press('Enter');
      await tab.getByRole('status').getByText('Saved').waitFor();
      await profile.close();
      chromium.takeComplaints();
    });

    /** Signs in where no page of ours runs a script. */
    async function signInElsewhere(profile: BrowserContext, email = organization.chat.email): Promise<void> {
      const answer = await profile.request.post('/api/session', {
        headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
        data: { email, password: PASSWORD },
      });
      assert.equal(answer.status(), 200, await answer.text());
    }

    test('begun outside the dialog is told by the next page, and brings back the others and their stream', async () => {
      const profile = await signedIn();
      const first = await open(profile);
      await first.getByLabel('Notes for the driver').fill('Ring twice');
      await profile.request.delete('/api/session', {
        headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      });
      const dialog = first.getByRole('dialog', { name: 'Sign in again' });
      await dialog.waitFor();
      const stream = first.waitForResponse((answer) => answer.url().endsWith(STREAM) && answer.ok());
      await signInElsewhere(profile);
      await open(profile);
      await dialog.waitFor({ state: 'hidden' });
      await stream;
      assert.equal(await first.getByLabel('Notes for the driver').inputValue(), 'Ring twice');

      const another = await server.organization();
      const anew = first.waitForEvent('load');
      await signInElsewhere(profile, another.chat.email);
      await open(profile);
      await anew;
      await first.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await first.getByLabel('Notes for the driver').inputValue(), '', "another one's page starts anew");
      await profile.close();
    });

    test('that begins while the stream is being refused gets its stream', async () => {
      const profile = await signedIn();
      const first = await profile.newPage();
      const asked = Promise.withResolvers<Route>();
      await first.route(`**${STREAM}`, (route) => asked.resolve(route), { times: 1 });
      const loaded = () => first.waitForResponse((answer) => answer.url().endsWith('/api/session'));
      let known = loaded();
      await first.goto('/gallery');
      const refused = await asked.promise;
      await known;
      known = loaded();
      await open(profile);
      // By now the first one has been told.
      await known;
      const stream = first.waitForResponse((answer) => answer.url().endsWith(STREAM) && answer.ok());
      await refused.fulfill({ status: 401, json: {} });
      await stream;
      await profile.close();
    });

    test('asks for a lost stream ever more seldom, not at one moment with all others, and gives up a silent one', async () => {
      const profile = await signedIn();
      const tab = await profile.newPage();
      await tab.addInitScript(() => {
        const waits: number[] = [];
        const { setTimeout } = window;
        Object.assign(window, {
          waits,
          // Time goes a hundred times as fast.
          setTimeout: (then: () => void, milliseconds = 0) => {
            if (milliseconds > 200) waits.push(milliseconds);
            return setTimeout(then, milliseconds / 100);
          },
        });
      });
      const asked = Array.from({ length: 7 }, () => Promise.withResolvers<void>());
      let count = 0;
      await tab.route(`**${STREAM}`, async (route) => {
        const number = count++;
        asked[number]?.resolve();
        // Taken and dropped at once, as by a proxy without a server behind it; then one that says nothing at all.
        if (number < 5) await route.fulfill({ status: 200, contentType: 'text/event-stream', body: ':\n\n' });
      });
      await tab.goto('/gallery');
      for (const { promise } of asked) await promise;
      const SILENCE = 60_000;
      const waits = await tab.evaluate(() => (window as unknown as { waits: number[] }).waits);
      const between = waits.filter((each) => each !== SILENCE).slice(0, 5);
      for (const [index, longest] of [500, 1000, 2000, 5000, 15_000].entries())
        assert.ok(between[index]! >= longest / 2 && between[index]! <= longest, between.join(' '));
      assert.ok(
        between.some((each) => each % 1 !== 0),
        'by chance',
      );
      assert.ok(waits.includes(SILENCE));
      await profile.close();
    });

    test('has one stream for all tabs, which passes on when its tab closes', async () => {
      const profile = await chromium.profile({ baseURL: server.url });
      let streams = 0;
      let passedOn = Promise.withResolvers<void>();
      profile.on('request', (request) => {
        if (new URL(request.url()).pathname !== STREAM) return;
        streams++;
        passedOn.resolve();
      });
      await profile.addCookies(await (await signedIn()).cookies());
      const first = await open(profile);
      await passedOn.promise;
      const second = await open(profile);
      const third = await open(profile);
      // By now both have asked for the lock, and wait.
      for (const tab of [second, third])
        await tab.waitForFunction(async () => (await navigator.locks.query()).pending!.length === 2);
      assert.equal(streams, 1);
      passedOn = Promise.withResolvers();
      await first.close();
      const started = performance.now();
      await passedOn.promise;
      assert.equal(streams, 2);
      assert.ok(performance.now() - started < 20_000);
      await profile.request.delete('/api/session', {
        headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      });
      for (const tab of [second, third]) await tab.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      assert.ok(streams <= 3, `${streams} streams: only the holder asks`);
      // Whoever signs in in one tab is signed in in all.
      const { who, password } = fields(second);
      await who.fill(organization.chat.email);
      await password.fill(PASSWORD);
      await second.keyboard.press('Enter');
      for (const tab of [second, third]) await tab.getByRole('dialog').waitFor({ state: 'hidden' });
      await profile.close();
    });
  });
});
