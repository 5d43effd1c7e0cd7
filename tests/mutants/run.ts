/**
 * Puts each seeded fault into a copy of the sources and runs the test that is said to catch it. One that passes all the
 * same leaves a rule without a test.
 *
 *   npm run test:mutants                         all: an hour and a half on two busy cores
 *   npm run test:mutants -- visibility webhooks  those whose file, list or test contains one of the words
 *   --at-once=N  in so many copies (1);  --unchanged  runs each test on the unchanged copy first, which must pass
 */

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { spawnTestServer } from '../harness/test-server.ts';
import { type Mutant, misfit, readMutants, root } from './mutants.ts';

/** What hangs counts as caught: the ordinary run has a limit too. */
const LIMIT_MS = 90_000;

type Verdict = 'caught' | 'caught by its time' | 'SURVIVED' | 'DOES NOT RUN' | 'DOES NOT FIT' | 'TEST FAILS ANYHOW';
interface Result {
  mutant: Mutant;
  verdict: Verdict;
  seconds: number;
  /** The first thing that failed. */
  said: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'at-once': { type: 'string', default: '1' }, unchanged: { type: 'boolean', default: false } },
});
const chosen = (await readMutants()).filter(
  ({ at, file, test }) =>
    positionals.length === 0 || positionals.some((word) => `${at} ${file} ${test?.file}`.includes(word)),
);
const tested = chosen.filter(({ test }) => test !== undefined);
const database = await spawnTestServer();
const waiting = tested.values();
const copies: string[] = [];
/** Process groups of tests that run. */
const groups = new Set<number>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
const results: Result[] = [];
await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
const bad = report();
process.exit(bad ? 1 : 0);

/** Leaves nothing behind when it is interrupted. */
function stop(): void {
  for (const group of groups) process.kill(-group, 'SIGKILL');
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  process.exit(1);
}

/** Takes one fault after the other into a copy of its own. */
async function work(): Promise<void> {
  const copy = await mkdtemp(path.join(tmpdir(), 'hubbub-mutants-'));
  copies.push(copy);
  try {
    for (const name of ['src', 'tests', 'scripts', 'sql', 'docs', 'examples', 'bench', 'web', 'package.json'])
      await cp(path.join(root, name), path.join(copy, name), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const mutant of waiting) {
      const result = await tryOut(copy, mutant);
      results.push(result);
      const { verdict, seconds, said } = result;
      console.log(`${verdict.padEnd(9)} ${seconds.toFixed(0).padStart(3)} s  ${mutant.at}  ${mutant.file}  ${said}`);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function tryOut(copy: string, mutant: Mutant): Promise<Result> {
  const started = performance.now();
  const ended = (verdict: Verdict, said = ''): Result => ({
    mutant,
    verdict,
    seconds: (performance.now() - started) / 1000,
    said,
  });
  const reason = await misfit(mutant);
  if (reason !== undefined) return ended('DOES NOT FIT', reason);
  if (values.unchanged && (await runTest(copy, mutant)).failed) return ended('TEST FAILS ANYHOW');
  const file = path.join(copy, mutant.file);
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(mutant.find, () => mutant.replace),
  );
  try {
    const { failed, isLate, output } = await runTest(copy, mutant);
    if (isLate) return ended('caught by its time');
    if (/SyntaxError|syntax error at or near|ERR_INVALID_TYPESCRIPT_SYNTAX/.test(output))
      return ended('DOES NOT RUN', saidBy(output));
    return failed ? ended('caught', saidBy(output)) : ended('SURVIVED', mutant.why);
  } finally {
    await writeFile(file, text);
  }
}

function runTest(copy: string, { test }: Mutant): Promise<{ failed: boolean; isLate: boolean; output: string }> {
  const { file, name } = test!;
  const pattern = name === undefined ? [] : [`--test-name-pattern=${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--test-reporter=spec', ...pattern, path.join(copy, file)], {
      cwd: copy,
      // A group of its own, so that what a test has started ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...database, DATABASE_URL: undefined },
    });
    const group = child.pid!;
    groups.add(group);
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
      groups.delete(group);
      // A name that fits nothing passes too.
      const ran = /^ℹ pass ([1-9]\d*)$/m.test(output);
      resolve({ failed: code !== 0 || !ran, isLate, output });
    });
  });
}

/** What a failed run says first. */
function saidBy(output: string): string {
  const line = output.split('\n').find((each) => /Error|error:/.test(each)) ?? '';
  return line.trim().slice(0, 160);
}

/** Tells of what needs work; gives whether there is any. */
function report(): boolean {
  const open = results.filter(({ verdict }) => !verdict.startsWith('caught'));
  const equivalent = chosen.length - tested.length;
  console.log(
    `\n${results.length - open.length} of ${results.length} caught; ${equivalent} are said to be no faults at all`,
  );
  for (const { verdict, mutant, said } of open)
    console.log(`${verdict}: ${mutant.at} ${mutant.file}\n  - ${mutant.find}\n  + ${mutant.replace}\n  ${said}`);
  return open.length > 0;
}
