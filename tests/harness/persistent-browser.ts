import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { EXECUTABLE, FLAGS } from './chromium.ts';

/** A loaded machine starts a browser slowly. */
const START_MS = 100_000;

/** A browser whose profile folder outlives its processes: of one that is killed, the next has what is on the disk. */
export class PersistentBrowser implements AsyncDisposable {
  readonly #folder: string;
  #context: BrowserContext | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<PersistentBrowser> {
    return new PersistentBrowser(await mkdtemp(path.join(tmpdir(), 'hubbub-persistent-')));
  }

  /** Starts a process on the folder; the one before has ended. */
  async start(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const env = { ...(process.env as Record<string, string>), HOME: this.#folder };
    this.#context = await chromium.launchPersistentContext(path.join(this.#folder, 'profile'), {
      ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', ...options },
      ...{ executablePath: EXECUTABLE!, args: [...FLAGS, '--disable-gpu'], env, timeout: START_MS },
    });
    this.#context.setDefaultTimeout(START_MS);
    return this.#context;
  }

  /** Ends the process as the window is closed: it finishes what it has begun. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  /** Ends the process at once, as a crash does: nothing of it runs to an end. */
  async kill(): Promise<void> {
    const context = this.#context!;
    const session = await context.browser()!.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const closed = new Promise((resolve) => context.once('close', resolve));
    process.kill(processInfo.find(({ type }) => type === 'browser')!.id, 'SIGKILL');
    await closed;
    this.#context = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
