import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestEnvironment } from '../harness/test-server.ts';
import { root } from './mutants.ts';

/** A test that hangs counts as failed: the ordinary run has a limit too. */
const LIMIT_MS = 90_000;
const COPIED = [
  ...['rules', 'src', 'tests', 'scripts', 'sql', 'docs', 'examples', 'bench', 'texts', 'web'],
  'package.json',
];

export interface TestRun {
  failed: boolean;
  /** It was ended after `LIMIT_MS`. */
  isLate: boolean;
  output: string;
}

export interface TestFile {
  /** Path from the repository. */
  file: string;
  /** Only the tests whose name contains this. */
  name?: string | undefined;
}

/** Copies of the sources into which faults are put, and the tests that run there. Nothing is left when the process ends. */
export class Copies {
  readonly #database: TestEnvironment;
  readonly #folders: string[] = [];
  /** Process groups of tests that run. */
  readonly #groups = new Set<number>();

  constructor(database: TestEnvironment) {
    this.#database = database;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
    process.once('exit', () => this.#remove());
  }

  #remove(): void {
    for (const group of this.#groups) process.kill(-group, 'SIGKILL');
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  /** Makes a copy; resolves with its folder. */
  async make(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-mutants-'));
    this.#folders.push(folder);
    for (const name of COPIED) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return folder;
  }

  /** Runs one test file in a copy. @param environment beside that of every test */
  runTest(folder: string, { file, name }: TestFile, environment: NodeJS.ProcessEnv = {}): Promise<TestRun> {
    const pattern =
      name === undefined ? [] : [`--test-name-pattern=${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`];
    return new Promise((resolve) => {
      const child = spawn(process.execPath, ['--test-reporter=spec', ...pattern, path.join(folder, file)], {
        cwd: folder,
        // A group of its own, so that what a test has started ends with it.
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...this.#database, DATABASE_URL: undefined, ...environment },
      });
      const group = child.pid!;
      this.#groups.add(group);
      let output = '';
      const collect = (text: string) => {
        output += text;
      };
      child.stdout.setEncoding('utf8').on('data', collect);
      child.stderr.setEncoding('utf8').on('data', collect);
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        process.kill(-group, 'SIGKILL');
      }, LIMIT_MS);
      child.once('close', (code) => {
        clearTimeout(late);
        this.#groups.delete(group);
        // A name that fits nothing passes too.
        const ran = /^ℹ pass ([1-9]\d*)$/m.test(output);
        resolve({ failed: code !== 0 || !ran, isLate, output });
      });
    });
  }
}

/** Changes a file for as long as `work` runs. */
export async function withText<T>(file: string, change: (text: string) => string, work: () => Promise<T>): Promise<T> {
  const text = await readFile(file, 'utf8');
  await writeFile(file, change(text));
  try {
    return await work();
  } finally {
    await writeFile(file, text);
  }
}

/** Whether the program could not even be loaded, or PostgreSQL could not read a statement: no fault that a person makes. */
export function doesNotRun(output: string): boolean {
  return /SyntaxError|syntax error at or near|ERR_INVALID_TYPESCRIPT_SYNTAX/.test(output);
}

/** The first line of a failed run that names an error. */
export function firstError(output: string): string {
  const line = output.split('\n').find((each) => /Error|error:/.test(each)) ?? '';
  return line.trim().slice(0, 160);
}
