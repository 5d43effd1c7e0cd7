import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where distributions put it; `CHROMIUM` names another. */
const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (file) => file && existsSync(file),
);

/** Why the tests of a file that needs a browser are left out; false where there is one. */
export const withoutBrowser: string | false = CHROMIUM
  ? false
  : 'there is no Chromium: "apt-get install chromium" brings it (or CHROMIUM names one)';

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Pictures of screens, for people to look at; outside the repository. */
const PICTURES = process.env.PICTURES ?? path.join(tmpdir(), 'hubbub-pictures');

export interface Window {
  context: BrowserContext;
  page: Page;
}

/** One Chromium process for a test file, with a new profile. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #scratch: string;
  /** What pages complained of: a test in which one does fails. */
  readonly complaints: string[] = [];

  private constructor(browser: Browser, scratch: string) {
    this.#browser = browser;
    this.#scratch = scratch;
  }

  static async start(): Promise<TestBrowser> {
    const scratch = await mkdtemp(path.join(tmpdir(), 'hubbub-browser-'));
    const environment = { ...process.env, HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_CACHE_HOME: scratch };
    const browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: FLAGS,
      env: environment as Record<string, string>,
    });
    return new TestBrowser(browser, scratch);
  }

  get version(): string {
    return this.#browser.version();
  }

  /** A profile of its own: cookies, storage and tabs of one person. */
  async profile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...options,
    });
    context.on('page', (page) => this.#listen(page));
    return context;
  }

  #listen(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.complaints.push(`${message.text()} (${page.url()})`);
    });
    page.on('pageerror', (error) => this.complaints.push(`${error.stack ?? error.message} (${page.url()})`));
  }

  /** @returns what was complained of since the last look */
  takeComplaints(): string[] {
    return this.complaints.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await rm(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What axe finds against WCAG 2.2 A and AA, a line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

/** Keeps a picture of the screen. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}
