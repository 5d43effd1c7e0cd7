import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './clients.ts';
import { freePort } from './program.ts';

/** Reason why tests with HAProxy are left out on this machine; false if it is there. */
export const lacksHaproxy =
  spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0 ? false : 'there is no haproxy on this machine';

/** A request as the log of HAProxy has it. */
interface LoggedRequest {
  status: number;
  /** Termination state: `----` if client and process have both done their part. */
  end: string;
  line: string;
}

/** HAProxy with the file of `deploy/` in front of processes of this machine, without a certificate. */
export class Haproxy implements AsyncDisposable {
  readonly url: string;
  readonly #folder: string;
  readonly #child: ChildProcess;
  #log = '';

  private constructor(url: string, folder: string, child: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#child = child;
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
  }

  /**
   * Starts it, and waits until it serves.
   * @param processes their addresses, `http://HOST:PORT`
   * @param change further changes of the file
   */
  static async start(processes: readonly string[], change = (file: string) => file): Promise<Haproxy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-haproxy-'));
    const port = await freePort();
    const deployed = await readFile(path.join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8');
    const servers = processes.map((url, n) => `  server p${n + 1} ${new URL(url).host}\n`);
    const here = deployed
      .replace(/^ {2}bind :80\n/m, '')
      .replace(/^ {2}bind :443 .*$/m, `  bind 127.0.0.1:${port}`)
      .replaceAll(/^ {2}http-request (?:deny|redirect) .*\n/gm, '')
      .replace(/(?:^ {2}server .*\n)+/m, servers.join(''))
      .replace('defaults\n', 'global\n  maxconn 200\ndefaults\n')
      .replace('inter 2s', 'inter 50ms');
    const file = path.join(folder, 'haproxy.cfg');
    await writeFile(file, change(here));
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'ignore'] });
    const proxy = new Haproxy(`http://127.0.0.1:${port}`, folder, child);
    await until(
      async () => (await fetch(`${proxy.url}/healthz`).catch(() => undefined))?.status === 200,
      'haproxy to serve',
    );
    return proxy;
  }

  /** Requests that have ended, as it saw them. */
  get requests(): LoggedRequest[] {
    return this.#log.split('\n').flatMap((line) => {
      const [, status, end] = / \S+\/\S+ \S+ (-?\d+) \d+ - - (\S{4}) .*"$/.exec(line) ?? [];
      return status === undefined ? [] : [{ status: Number(status), end: end!, line }];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
