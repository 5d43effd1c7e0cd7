import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './clients.ts';
import { startInTerminal } from './python.ts';

/** Program that `npm start` runs: the bundle, which a whole run has built; the sources if a file runs by itself. */
export const programFile = process.env.HUBBUB_TEST_PROGRAM ?? path.resolve(import.meta.dirname, '../../src/main.ts');

/** The real program in a process of its own, as an operator starts it. */
export interface Program {
  url: string;
  child: ChildProcess;
  /** Output so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A port of this machine that nobody has at present. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Output of a terminal, and the exit of its program. */
export interface TerminalRun {
  code: number | null;
  output: string;
}

/** A data folder of its own, with servers and commands on it; all gone afterwards. */
export class Installation implements AsyncDisposable {
  readonly dataDir: string;
  readonly port: number;
  readonly #programs: Program[] = [];

  private constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.port = port;
  }

  static async create(): Promise<Installation> {
    return new Installation(await mkdtemp(path.join(tmpdir(), 'hubbub-program-')), await freePort());
  }

  #environment(extra: Record<string, string>): NodeJS.ProcessEnv {
    const { HUBBUB_TEST_DATABASE_URL: _unused, DATABASE_URL: _own, ...environment } = process.env;
    return {
      ...environment,
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'off',
      WEB: 'off',
      ...extra,
    };
  }

  /** Starts the server without waiting for it, by itself or by some other command. */
  spawn(environment: Record<string, string> = {}, command = [process.execPath, programFile]): Program {
    const [file, ...args] = command as [string, ...string[]];
    const child = spawn(file, args, {
      env: this.#environment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout!.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr!.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = once(child, 'exit');
    const program: Program = {
      url: `http://127.0.0.1:${this.port}`,
      child,
      output: () => Buffer.concat(chunks).toString(),
      async end(signal) {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        const [code, by] = await ended;
        return { code, signal: by };
      },
    };
    this.#programs.push(program);
    return program;
  }

  /** Starts the server and waits until it is ready. */
  async start(environment: Record<string, string> = {}): Promise<Program> {
    const program = this.spawn(environment);
    await until(
      async () => {
        if (program.child.exitCode !== null) throw new Error(`the server ended: ${program.output()}`);
        return fetch(`${program.url}/healthz`).then(
          (response) => response.ok,
          () => false,
        );
      },
      'the server to be ready',
      60,
    );
    return program;
  }

  /** Runs a command to its end. */
  command(...args: string[]): Promise<Ended> {
    return this.commandWith({}, ...args);
  }

  /** The same, with other settings. */
  commandWith(environment: Record<string, string>, ...args: string[]): Promise<Ended> {
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [programFile, ...args],
        // The time of a test ends before, but for those that have said that they take long.
        { env: this.#environment(environment), timeout: 280_000 },
        (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
        },
      );
    });
  }

  /**
   * Runs the server, or a command, as somebody does who sits in front of a terminal.
   * @param typed each in turn, when what was written since the last one fits
   */
  async inTerminal(args: readonly string[], typed: readonly [when: RegExp, keys: string][]): Promise<TerminalRun> {
    const { child, written, ended } = startInTerminal([process.execPath, programFile, ...args], this.#environment({}));
    let from = 0;
    try {
      for (const [when, keys] of typed) {
        await until(
          async () => {
            if (child.exitCode !== null) throw new Error(`it ended: ${written()}`);
            return when.test(written().slice(from));
          },
          `${when} in the terminal`,
          60,
        );
        from = written().length;
        child.stdin!.write(keys);
      }
      return { code: await ended, output: written() };
    } finally {
      child.kill('SIGKILL');
    }
  }

  /** `org create`, with the JSON it prints. */
  // biome-ignore lint/suspicious/noExplicitAny: what the command prints
  async organization(ownerEmail = 'olive@couriers.example'): Promise<any> {
    const { stdout, stderr, code } = await this.command(
      ...['org', 'create', '--name', 'Example Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles'],
      ...[
        '--owner-email',
        ownerEmail,
        '--owner-name',
        'Olive Owner',
        '--owner-password',
        'correct horse battery',
        '--json',
      ],
    );
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs) await program.end('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
