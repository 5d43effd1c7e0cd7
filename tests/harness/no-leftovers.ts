/**
 * Loaded before each test file of a run (`--import`): a file that leaves something open once its tests have ended fails,
 * and says what, instead of holding the run for ever.
 */

import { isMainThread } from 'node:worker_threads';

const PATIENCE_MS = 10_000;

/** Returns the handles that keep the event loop alive, one line each: a socket with its ends, a process with its ID. */
function handles(): string {
  const { libuv } = process.report.getReport() as unknown as { libuv: { is_referenced?: boolean }[] };
  return libuv
    .filter((handle) => handle.is_referenced)
    .map((handle) => JSON.stringify(handle))
    .join('\n');
}

// The runner itself, which starts the files, loads this too. So does each thread that the program starts in a test: it has
// no tests, and loading the test runner is a fifth of its processor time.
if (process.env.NODE_TEST_CONTEXT && isMainThread) {
  const { after } = await import('node:test');
  after(() => {
    const late = () => {
      process.stderr.write(
        `The tests have ended, and this is still open: ${process.getActiveResourcesInfo().join(' ')}\n${handles()}\n`,
      );
      process.exit(1);
    };
    setTimeout(late, PATIENCE_MS).unref();
  });
}
