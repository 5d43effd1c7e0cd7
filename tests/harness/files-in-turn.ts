/**
 * Runs test files one after the other in this process, each as a test that is named by its path: two in three of what a
 * small file costs is loading the program, which no module keeps state of (`tests/architecture/state.test.ts`).
 */

import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Only each test's own time is limited (`--test-timeout`), which a file would take over if it had none. */
const UNLIMITED_MS = 3_600_000;

/** @param files paths from the repository's root */
export function runInTurn(files: readonly string[]): void {
  const root = path.resolve(import.meta.dirname, '../..');
  for (const file of files) {
    // Tests, suites and hooks that the file declares belong to the test in which it is loaded.
    test(file, { timeout: UNLIMITED_MS }, () => import(pathToFileURL(path.join(root, file)).href));
  }
}
