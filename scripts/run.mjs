/** Runs programs on the pinned Node, as if the caller had been that Node. */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { PreparationError, pinnedNode, prepare, root } from './prepare.mjs';

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Installs what is missing, then runs `program` (relative to the repository) on the pinned Node, in the caller's
 * working directory.
 */
export async function runPrepared(program, args) {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  endLike(await runNode24([join(root, program), ...args]));
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
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 500);
    const done = () => {
      clearInterval(watch);
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
