/** Runs programs on the pinned Node, as if the caller had been that Node. */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { watchAncestors } from './ancestors.mjs';
import { bundledProgram } from './bundle.mjs';
import { PreparationError, pinnedNode, prepare, root } from './prepare.mjs';

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Installs what is missing, then runs `program` (relative to the repository) on the pinned Node, in the caller's
 * working directory.
 * @param nodeOptions Node's own options
 * @param needs `pages`: it serves the pages, which are built for it
 */
export async function runPrepared(program, args, nodeOptions = [], needs = {}) {
  await prepareOrExit({ tools: true, ...needs });
  endLike(await runNode24([...nodeOptions, join(root, program), ...args], { env: programEnvironment() }));
}

/** The same for Hubbub itself, which takes the place of this process where it can: that saves 46 MB beside it. */
export async function runHubbub(args, nodeOptions = [], needs = {}) {
  await prepareOrExit(needs);
  const program = bundledProgram();
  const replaces = process.execve !== undefined && process.platform !== 'win32';
  if (!replaces) endLike(await runNode24([...nodeOptions, program, ...args], { env: programEnvironment() }));
  const orphan = `--import=${pathToFileURL(join(root, 'scripts', 'end-as-orphan.mjs'))}`;
  process.execve(pinnedNode, [pinnedNode, ...nodeOptions, orphan, program, ...args], programEnvironment());
}

/** Ends the process with a sentence where something cannot be installed or built. */
export async function prepareOrExit(needs) {
  try {
    await prepare(needs);
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * The environment of programs, unless the caller's says otherwise:
 * - what is compiled, types stripped, is kept for the next start, which comes 0.4 s of processor time sooner, and without
 *   25 MB for the stripper;
 * - glibc's `malloc` keeps two arenas instead of eight for each processor, whose gaps are 5 to 10 MB of an idle server, and gives what
 *   is larger than 128 KB back as soon as it is free, which is another 4 MB: it would raise that bound by itself. Other C libraries do
 *   not know the variables.
 */
export function programEnvironment() {
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...process.env,
  };
}

/**
 * Resolves with how the child ended. While it runs:
 * - signals are passed on;
 * - an `ipc` channel is open, so that the child can tell from `disconnect` that this launcher was killed;
 * - when whoever started this launcher is killed (npm, say, with -9), the child is asked to stop.
 */
export function runNode24(args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options });
    const forward = (signal) => {
      // In a terminal Ctrl-C reaches the child by itself; passed on it would look like an impatient second one.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    const unwatch = watchAncestors(() => child.kill('SIGTERM'));
    const done = () => {
      unwatch();
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      done();
      resolve({ code, signal });
    });
  });
}

/** Ends this process as the child ended. */
export function endLike({ code, signal }) {
  // By number: dying of the signal itself would make npm print an error of its own on an ordinary Ctrl-C.
  process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
}
