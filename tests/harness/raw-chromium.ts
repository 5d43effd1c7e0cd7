import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EXECUTABLE, FLAGS } from './chromium.ts';
import { debuggerOf } from './killable-chromium.ts';

/** Answer or event of the debugger. */
interface Reply {
  id?: number;
  error?: { message: string };
  // biome-ignore lint/suspicious/noExplicitAny: of each command it is something else
  result?: any;
}

/**
 * A browser of which the pages alone are looked at. Playwright looks at service workers too, and one that is looked at is not ended
 * when it has nothing to do: then the next one waits for minutes, as on no phone.
 */
export class RawChromium implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #end: () => Promise<void>;
  #sent = 0;

  private constructor(socket: WebSocket, end: () => Promise<void>) {
    this.#socket = socket;
    this.#end = end;
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      this.#waiting.get(reply.id ?? 0)?.(reply);
      this.#waiting.delete(reply.id ?? 0);
    });
  }

  static async start(): Promise<RawChromium> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-chromium-'));
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
    const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
    const flags = [...FLAGS, '--disable-gpu', '--lang=en-GB', '--remote-debugging-port=0', profile, 'about:blank'];
    // In a group of its own, so that all of its processes end at once.
    const child = spawn(EXECUTABLE!, flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env });
    const socket = new WebSocket(await debuggerOf(child));
    await once(socket, 'open');
    return new RawChromium(socket, async () => {
      const ended = once(child, 'exit');
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
  }

  async tab(): Promise<RawTab> {
    const { targetId } = await this.ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.ask('Target.attachToTarget', { targetId, flatten: true });
    return new RawTab((method, params) => this.ask(method, params, sessionId));
  }

  // biome-ignore lint/suspicious/noExplicitAny: of each command it is something else
  async ask(method: string, params: object = {}, sessionId?: string): Promise<any> {
    const id = ++this.#sent;
    const answered = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    const { error, result } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await this.#end();
  }
}

/** A tab of it. */
export class RawTab {
  readonly #ask: RawChromium['ask'];

  constructor(ask: RawChromium['ask']) {
    this.#ask = ask;
  }

  async goto(url: string): Promise<void> {
    await this.#ask('Page.navigate', { url });
  }

  /** Returns the result of a function or expression in the page, as JSON. */
  async evaluate<T, A = undefined>(what: string | ((given: A) => T | Promise<T>), given?: A): Promise<T> {
    const expression = typeof what === 'string' ? what : `(${what})(${JSON.stringify(given)})`;
    const options = { awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#ask('Runtime.evaluate', { expression, ...options });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}
