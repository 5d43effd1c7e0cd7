/**
 * A reporter beside the readable one: after the run, the ten test files that took longest. Where `PASSED_FILES` names a
 * file, the paths of the test files and of the processes that passed are written there, a line each.
 */

import { writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

const SHOWN = 10;

/** @param {AsyncIterable<{ type: string, data: { name?: string, nesting?: number, file?: string, duration_ms?: number, details?: { duration_ms: number }, success?: boolean } }>} events of node's test runner */
export default async function* slowestFiles(events) {
  const seconds = new Map();
  const passed = new Set();
  const ended = (file, milliseconds, success) => {
    seconds.set(file, milliseconds / 1000);
    if (success) passed.add(file);
  };
  for await (const { type, data } of events) {
    // A file that has a process of its own is summed up; those that share one are its outermost tests.
    if (type === 'test:summary' && data.file) ended(pathOf(data.file), data.duration_ms, data.success);
    else if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.name.endsWith('.test.ts'))
      ended(data.name, data.details.duration_ms, type === 'test:pass');
  }
  if (process.env.PASSED_FILES) writeFileSync(process.env.PASSED_FILES, [...passed].join('\n'));
  const files = [...seconds].filter(([file]) => file.endsWith('.test.ts'));
  if (files.length <= SHOWN) return;
  yield `\nThe ${SHOWN} slowest of ${files.length} files:\n`;
  for (const [file, took] of files.sort(([, one], [, other]) => other - one).slice(0, SHOWN))
    yield `${took.toFixed(1).padStart(7)} s  ${file}\n`;
}

function pathOf(file) {
  return relative(process.cwd(), file).split(sep).join('/');
}
