import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Returns the Python with the clients: CLIENT_PYTHON, or the machine's own. */
export const PYTHON = process.env.CLIENT_PYTHON ?? 'python3';

/** The Python with Schemathesis, which needs 3.11 or later; zulip-term needs an older one. */
export const SCHEMATHESIS_PYTHON = process.env.SCHEMATHESIS_PYTHON ?? 'python3';

/** Why a test of a Python package is skipped; false where the package is. @param variable that names the Python */
export function lacksPython(module: string, python = PYTHON, variable = 'CLIENT_PYTHON'): string | false {
  const found = spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' });
  return found.status === 0
    ? false
    : `${python} has no ${module}; ${variable}=… names one that has (docs/running-tests.md)`;
}

/** Exception of a client in Python; its own attributes are in `raised`. */
export class PythonError extends Error {
  readonly type: string;
  readonly raised: Record<string, unknown>;

  constructor({ type, text, ...raised }: { type: string; text: string }) {
    super(`${type}: ${text}`);
    this.type = type;
    this.raised = raised;
  }
}

/** A client in Python, in a process of its own. Gone with `await using`. */
export interface PythonClient extends AsyncDisposable {
  /**
   * Calls what lies at `name` (`tasks.get`).
   * @throws {PythonError}
   */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  call(name: string, named?: object, ...args: unknown[]): Promise<any>;
}

/** Runs a program in Python; gives what it printed. */
export async function runPython(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  return (await promisify(execFile)(PYTHON, [file], { env: { ...process.env, ...env } })).stdout;
}

/** Gives a command a terminal of its own, and ends as it ended. */
const TERMINAL = 'import os, pty, sys; sys.exit(os.WEXITSTATUS(pty.spawn(sys.argv[1:])))';

/** Starts a command in a terminal (Node has none to give). */
export function startInTerminal(command: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(PYTHON, ['-c', TERMINAL, ...command], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, written: () => Buffer.concat(chunks).toString(), ended };
}

/** @param program in Python; it makes `client` */
export function startPythonClient(program: string): PythonClient {
  const script = path.join(import.meta.dirname, 'call-client.py');
  const child: ChildProcess = spawn(PYTHON, [script, program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    async call(name, named = {}, ...args) {
      child.stdin!.write(`${JSON.stringify({ path: name.split('.'), named, args })}\n`);
      const line = await lines.next();
      if (line.done) throw new Error(`the client ended in ${name}`);
      const answer = JSON.parse(line.value) as { value?: unknown; error?: { type: string; text: string } };
      if (answer.error) throw new PythonError(answer.error);
      return answer.value;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.stdin!.end();
      await ended;
    },
  };
}
