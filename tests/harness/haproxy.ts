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
  /** Folder of its file, and of what a test puts beside it. */
  readonly folder: string;
  readonly #child: ChildProcess;
  #log = '';

  private constructor(url: string, folder: string, child: ChildProcess) {
    this.url = url;
    this.folder = folder;
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
  static start(processes: readonly string[], change = (file: string) => file): Promise<Haproxy> {
    const servers = processes.map((url, n) => `  server p${n + 1} ${new URL(url).host}\n`);
    return Haproxy.startWith('haproxy.cfg', (file) => change(file.replace(/(?:^ {2}server .*\n)+/m, servers.join(''))));
  }

  /**
   * Starts it with a file of `deploy/`, and waits until it serves.
   * @param change puts in the processes of the test; it gets the folder of the file
   */
  static async startWith(
    name: string,
    change: (file: string, folder: string) => string | Promise<string>,
  ): Promise<Haproxy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-haproxy-'));
    const port = await freePort();
    const deployed = await readFile(path.join(import.meta.dirname, '../../deploy', name), 'utf8');
    const here = deployed
      .replace(/^ {2}bind :80\n/m, '')
      .replace(/^ {2}bind :443 .*$/m, `  bind 127.0.0.1:${port}`)
      .replaceAll(/^ {2}http-request (?:deny|redirect) .*\n/gm, '')
      .replace(/^defaults/m, 'global\n  maxconn 200\ndefaults')
      .replace('inter 2s', 'inter 50ms');
    const file = path.join(folder, 'haproxy.cfg');
    await writeFile(file, await change(here, folder));
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
    await rm(this.folder, { recursive: true, force: true });
  }
}
