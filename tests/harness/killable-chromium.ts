import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { EXECUTABLE, FLAGS } from './chromium.ts';

const TIMEOUT_MS = 100_000;

/** A browser with a profile that stays, whose processes can be ended as a phone ends them: without a word. */
export class KillableChromium {
  readonly context: BrowserContext;
  readonly #child: ChildProcess;

  private constructor(context: BrowserContext, child: ChildProcess) {
    this.context = context;
    this.#child = child;
  }

  static async start(folder: string): Promise<KillableChromium> {
    const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
    const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
    const flags = [...FLAGS, '--disable-gpu', '--lang=en-GB', '--remote-debugging-port=0', profile, 'about:blank'];
    // In a group of its own, so that all of its processes end at once.
    const child = spawn(EXECUTABLE!, flags, {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...home },
    });
    const address = await debuggerOf(child);
    const browser = await chromium.connectOverCDP(address, { timeout: TIMEOUT_MS });
    const context = browser.contexts()[0]!;
    context.setDefaultTimeout(TIMEOUT_MS);
    return new KillableChromium(context, child);
  }

  /** A tab as wide as a phone. */
  async tab(): Promise<Page> {
    const page = await this.context.newPage();
    await page.setViewportSize({ width: 360, height: 740 });
    return page;
  }

  /** Ends it as people do: what it keeps, its cookies too, is on the disk then. */
  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    const session = await this.context.browser()!.newBrowserCDPSession();
    // It may be gone before it has answered.
    await session.send('Browser.close').catch(() => undefined);
    await ended;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    process.kill(-this.#child.pid!, 'SIGKILL');
    await ended;
  }
}

/** Address reported at its start. */
export async function debuggerOf({ stderr }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stderr! })) {
    const found = /DevTools listening on (ws:\S+)/.exec(line);
    if (found) {
      stderr!.resume();
      return found[1]!;
    }
  }
  throw new Error('Chromium ended before it listened.');
}
