import assert from 'node:assert/strict';
import { generate } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import type { Chromium } from '../../harness/chromium.ts';
import { PASSWORD } from '../../harness/visitors.ts';

/** People of the day in front of the pages, each in a browser profile of their own. */
export class MondayPages {
  readonly #chromium: Chromium;
  readonly #url: string;

  constructor(chromium: Chromium, url: string) {
    this.#chromium = chromium;
    this.#url = url;
  }

  #profile(): Promise<BrowserContext> {
    return this.#chromium.profile({
      baseURL: this.#url,
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
    });
  }

  /**
   * Accepts an invitation; with a second factor, turns it on, and signs in with it on another device.
   * @param link path of the invitation
   */
  async join(link: string, email: string, withSecondFactor: boolean): Promise<void> {
    const profile = await this.#profile();
    const page = await profile.newPage();
    await page.goto(link);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('main').getByRole('button', { name: 'Join', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/join/'));
    const secret = withSecondFactor ? await turnOnSecondFactor(page) : undefined;
    await profile.close();
    if (secret === undefined) return;
    const other = await this.#profile();
    const phone = await other.newPage();
    await signIn(phone, email);
    // Each code counts once: the next one is taken.
    await phone.locator('[name=code]').fill(await codeOf(secret, 1));
    await phone.locator('main button[type=submit], main button:not(.reveal)').first().click();
    await phone.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    await other.close();
  }

  /** Opens a page of somebody who is signed in. */
  async open(email: string, path: string): Promise<Page> {
    const profile = await this.#profile();
    const answer = await profile.request.post('/api/session', {
      headers: { origin: this.#url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    const page = await profile.newPage();
    await page.goto(path);
    return page;
  }
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in?to=/account');
  await page.fill('[name=emailOrPhone]', email);
  await page.fill('[name=password]', PASSWORD);
  await page.locator('main button:not(.reveal)').first().click();
  await page.locator('[name=code]').waitFor();
}

/** Returns the secret of the app. */
async function turnOnSecondFactor(page: Page): Promise<string> {
  await page.goto('/account/second-factor');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('main button:not(.reveal)').click();
  const secret = (await page.locator('code.key').textContent())!.replaceAll(' ', '');
  await page.locator('[name=code]').fill(await codeOf(secret, 0));
  await page.locator('main button:not(.reveal)').click();
  await page.locator('.codes').waitFor();
  return secret;
}

/** The app's code, so many steps of 30 seconds from now. */
const codeOf = (secret: string, steps: number): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

/** Imports a list of orders in the console, but for the one line with a problem. */
export async function importOrders(page: Page, list: string, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
  await page.locator('input[type=file]').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Import tasks' });
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText(`${count} lines can become tasks.`).waitFor();
  await dialog.getByLabel('Leave out 1 line with problems').check();
  await dialog.getByRole('button', { name: `Create ${count} tasks` }).click();
  await dialog.getByText(`${count} tasks created.`).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

/** Has a team's routes planned in the console, and accepts the plan. */
export async function planRoutes(page: Page, team: string, most: number): Promise<void> {
  await page.goto('/dispatch/routes');
  await page.getByRole('button', { name: 'Find routes' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Find routes' });
  await dialog.getByLabel('Team').selectOption({ label: team });
  await dialog.getByLabel('Maximum tasks per worker').fill(String(most));
  await dialog.getByLabel('Routes end').selectOption({ label: 'with the last task' });
  await dialog.getByRole('button', { name: 'Find routes', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Accept plan', exact: true }).click();
  await page.getByRole('region', { name: 'Selected route' }).getByText('Assigned', { exact: true }).waitFor();
}

/** Answers in the topic of a task, in the chat. */
export async function answerInChat(page: Page, channelId: number, topic: string, text: string): Promise<void> {
  await page.goto(`/chat/c/${channelId}/t/${encodeURIComponent(topic)}`);
  await page.getByRole('article').filter({ hasText: 'Which door?' }).first().waitFor();
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('article').filter({ hasText: text }).first().waitFor();
}
