/**
 * Runs the test files that wait for other processes, again and again beside a load: what counts on a time or an order
 * that a busy machine does not keep fails here. There is no second try.
 *
 *   npm run test:steady                                ten rounds beside four busy processors: hours
 *   npm run test:steady -- --rounds=3 tests/fault      those whose path contains one of the words
 *   --load=N  busy processors (4)
 */

import { spawn } from 'node:child_process';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { failedFiles, type Round, runRounds } from './rounds.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Files that wait: for events, for deliveries, for other processes, for a page. */
const WAITS = /^tests\/(scenario|fault|browser)\/|event|webhook|live/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '10' }, load: { type: 'string', default: '4' } },
});
const [rounds, load] = [Number(values.rounds), Number(values.load)];
if (!(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(load) && load >= 0)) {
  console.error('--rounds is a number from 1, --load one from 0.');
  process.exit(1);
}
const files: string[] = [];
for await (const file of glob('{src,tests}/**/*.test.ts', { cwd: root })) {
  const isChosen = positionals.length === 0 || positionals.some((word) => file.includes(word));
  if (WAITS.test(file) && isChosen) files.push(file);
}
if (files.length === 0) {
  console.error(`None of the files of test:steady matches ${positionals.join(', ')}.`);
  process.exit(1);
}
console.log(`${files.length} files, ${rounds} rounds, beside ${load} busy processors`);
const failures = await runRounds({ rounds, load, run: runOnce, print: (line) => console.log(line) });
for (const [file, times] of [...failures].sort(([, one], [, other]) => other - one))
  console.log(`UNSTEADY: ${file} failed in ${times} of ${rounds} rounds`);
process.exit(failures.size > 0 ? 1 : 0);

/** All files once, as `npm test -- FILE…`; what failed is shown, what passed is not. */
function runOnce(): Promise<Round> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/test.mjs', ...files], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = () => child.kill('SIGTERM');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    let output = '';
    const collect = (text: string) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
      if (code !== 0) console.log(output.includes('✖ failing tests:') ? output.split('✖ failing tests:')[1] : output);
      resolve({ failed: failedFiles(output), passed: code === 0 });
    });
  });
}
