import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axe, { type RunOnly } from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Paths used by distributions; `CHROMIUM` names another. */
export const EXECUTABLE = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (file) => file && existsSync(file),
);

/** Why the tests of a file that needs a browser are left out; false where there is one. */
export const withoutBrowser: string | false = EXECUTABLE
  ? false
  : 'no Chromium: "apt-get install chromium" brings it, or CHROMIUM names one';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The engine without a desktop browser around it takes two thirds of the processor time. */
const ENGINE = !process.env.CHROMIUM && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : EXECUTABLE;

export const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

const SWIFTSHADER = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** WebGL without a graphics card: for maps alone, for the pages around them too (as with a card), or for nothing. */
const GL_FLAGS = {
  maps: [...SWIFTSHADER, '--disable-gpu-rasterization', '--disable-gpu-compositing'],
  pages: SWIFTSHADER,
  none: ['--disable-gpu', '--disable-3d-apis'],
};

/** Folder for screenshots, for people to look at; without it none are taken. */
const { PICTURES } = process.env;

/** Chromium notes every refused request; that nobody is signed in is no fault of a page. */
const EXPECTED = /the server responded with a status of 401/;

/** Pages get an N-th of a processor: finds what hopes to be quick (docs/running-tests.md). */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);

/** A loaded machine starts a browser slowly. */
const START_MS = 100_000;

/** One Chromium for a test file, with a new profile folder; contexts in it are people. */
export class Chromium implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #scratch: string;
  readonly #complaints: string[] = [];

  private constructor(browser: Browser, scratch: string) {
    this.#browser = browser;
    this.#scratch = scratch;
  }

  /**
   * @param gl what is drawn by WebGL
   * @param flags further ones
   * @param desktop uses the desktop browser: the headless shell shows no notifications
   */
  static async start({
    gl = 'none',
    flags = [],
    desktop = false,
  }: {
    gl?: keyof typeof GL_FLAGS;
    flags?: readonly string[];
    desktop?: boolean;
  } = {}): Promise<Chromium> {
    const scratch = await mkdtemp(path.join(tmpdir(), 'hubbub-chromium-'));
    const home = { HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_CACHE_HOME: scratch };
    const env = { ...(process.env as Record<string, string>), ...home };
    const browser = await chromium.launch({
      executablePath: (desktop ? EXECUTABLE : ENGINE)!,
      args: [...FLAGS, ...GL_FLAGS[gl], ...flags],
      env,
      timeout: START_MS,
    });
    return new Chromium(browser, scratch);
  }

  get version(): string {
    return this.#browser.version();
  }

  /** A profile of its own: cookies, storage and tabs of one person. What its pages complain of is kept. */
  async profile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const usual = { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' } as const;
    const context = await this.#browser.newContext({ ...usual, ...options });
    context.setDefaultTimeout(START_MS);
    context.on('page', (page) => {
      if (SLOWDOWN > 1) void slowDown(page);
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text()))
          this.#complaints.push(`${message.text()} (${page.url()}, by ${message.location().url})`);
      });
      page.on('pageerror', (error) => this.#complaints.push(`${error.stack ?? error.message} (${page.url()})`));
    });
    return context;
  }

  /** Errors of pages since the last check: a test with one fails. */
  takeComplaints(): string[] {
    return this.#complaints.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await rm(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

const RULES: Record<'all' | 'contrast', RunOnly> = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  /** Rules whose findings differ between light and dark. */
  contrast: { type: 'rule', values: ['color-contrast'] },
};

/**
 * Returns axe's findings against WCAG 2.2 A and AA, one line each. Its program is loaded into a document once, and only
 * violations are returned: that is half of the processor time of the usual way.
 */
export async function accessibilityProblems(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    );
  }, RULES[rules]);
}

/** Keeps a picture of the screen where `PICTURES` says, if it does. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}

/** Tries to close a page, and stays when the browser asks. Fails when it does not ask. */
export async function stayWhenAsked(page: Page): Promise<void> {
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  assert.equal(question.type(), 'beforeunload');
  await question.dismiss();
}
