/**
 * A reporter beside the readable one: after the run, the ten test files that took longest. Where `FAILED_FILES` names a
 * file, the paths of the test files that failed are written there, a line each.
 */

import { writeFileSync } from 'node:fs';

const SHOWN = 10;

/** @param {AsyncIterable<{ type: string, data: { file?: string, duration_ms?: number, success?: boolean } }>} events of node's test runner */
export default async function* slowestFiles(events) {
  const seconds = new Map();
  const failed = new Set();
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || !data.file) continue;
    seconds.set(data.file, data.duration_ms / 1000);
    if (!data.success) failed.add(data.file);
  }
  if (process.env.FAILED_FILES) writeFileSync(process.env.FAILED_FILES, [...failed].join('\n'));
  if (seconds.size <= SHOWN) return;
  yield `\nThe ${SHOWN} slowest of ${seconds.size} files:\n`;
  const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  for (const [file, took] of slowest) {
    yield `${took.toFixed(1).padStart(7)} s  ${file.replace(`${process.cwd()}/`, '')}\n`;
  }
}
