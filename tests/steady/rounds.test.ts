import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { failedFiles, type Round, runRounds } from './rounds.ts';

test('a file that fails in one round of three is named, whatever the other rounds said', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-steady-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const write = (name: string, line: string) =>
    writeFile(path.join(folder, name), `import { test } from 'node:test';\ntest('${name}', () => { ${line} });\n`);
  await write('calm.test.mjs', '');
  await write('shaky.test.mjs', "if (process.env.ROUND === '2') throw new Error('late');");
  const run = (round: number) => runFiles(folder, ['calm.test.mjs', 'shaky.test.mjs'], { ROUND: String(round) });
  const lines: string[] = [];
  const failures = await runRounds({ rounds: 3, load: 1, run, print: (line) => lines.push(line.replace(/ \(.*/, '')) });
  assert.deepEqual([...failures], [['shaky.test.mjs', 1]]);
  assert.deepEqual(lines, ['round 1 of 3: passed', 'round 2 of 3: FAILED shaky.test.mjs', 'round 3 of 3: passed']);
});

test('a run that fails and names no file is a failure too', async () => {
  const run = async () => ({ failed: [], passed: false });
  const failures = await runRounds({ rounds: 2, load: 0, run, print: () => {} });
  assert.deepEqual([...failures], [['(the run itself)', 2]]);
});

/** Runs test files with node itself, whose words for a failure are those that are looked for. */
function runFiles(folder: string, files: readonly string[], environment: NodeJS.ProcessEnv): Promise<Round> {
  const { NODE_TEST_CONTEXT: _ours, ...inherited } = process.env;
  const options = { cwd: folder, env: { ...inherited, ...environment } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--test', '--test-reporter=spec', ...files], options, (error, stdout) =>
      resolve({ failed: failedFiles(stdout), passed: error === null }),
    );
  });
}
