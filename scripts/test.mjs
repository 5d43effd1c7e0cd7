/**
 * The whole check: types, lint, every test against one PostgreSQL of the run's own (or `DATABASE_URL`). With arguments,
 * only the tests whose path starts with or contains one of them: `npm test -- src/chat`.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { bundledProgram } from './bundle.mjs';
import { PreparationError, pinnedNode, prepare, root } from './prepare.mjs';
import { programEnvironment, runNode24 } from './run.mjs';

/** A test that hangs is ended. One in a browser takes 30 s, and ten times that on a machine on which six others run at once. */
const TEST_TIMEOUT_MS = 600_000;
/**
 * So many files that failed in a whole run are run once more by themselves. A busy machine stretches what lies between
 * two requests in ways that no test foresees: what passes then is named as unsteady at the end of the run, and is a fault of its
 * test (`npm run test:steady` finds more of them). More than so many are no accident.
 */
const MOST_UNSTEADY = 16;
/**
 * So many files share a process in a whole run, since loading the program takes a second of a processor: the program's own, which
 * are small; those in a browser, which take long; and those that only read what there is. What else spans slices has a process
 * for each file: it starts and kills programs, and counts what its process asks of the database. The first that fits counts.
 * `begunBy`: the part of a run in which they begin. Minutes of a browser at the end would be waited for with an idle processor.
 */
const SHARED = [
  { files: /^tests\/browser\//, atOnce: 4, begunBy: 0.6 },
  { files: /^tests\/(architecture|mutants|web)\//, atOnce: 6, begunBy: 1 },
  { files: /^tests\//, atOnce: 1, begunBy: 1 },
  { files: /^/, atOnce: 12, begunBy: 1 },
];
/** A database is copied there in a tenth of the time that a disk takes; where a machine has it, and memory to spare. */
const MEMORY_FOLDER = '/dev/shm';
const GIBIBYTE = 2 ** 30;
/** Memory for the databases, browsers and programs of a run, doubled. */
const MEMORY_FOLDER_BYTES = 4 * GIBIBYTE;
const SPARE_BYTES = 8 * GIBIBYTE;
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
/** Whatever else node's test runner understands: `--test-name-pattern=…`, `--test-only`. */
const runnerOptions = process.argv.slice(2).filter((argument) => argument.startsWith('-'));

let failed = false;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
  });
}
try {
  await stage('install', () => prepare({ pages: true, tools: true }));
  if (filters.length === 0) {
    // Side by side: the types of the program take one processor for as long as all the others take another.
    const types = (project) => program('typescript', 'bin/tsc', ['--noEmit', '-p', project]);
    const lint = () => program('@biomejs/biome', 'bin/biome', ['check', '.']);
    await stage('types and lint', async () => {
      const passed = await Promise.all([
        types('.'),
        types('web'),
        types('web/store'),
        types('clients/typescript'),
        lint(),
      ]);
      return passed.every(Boolean);
    });
  }
  await stage('tests', runTests);
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  console.error(error.message);
  failed = true;
}
process.exitCode = failed ? 1 : 0;

/** A failed stage does not keep the next from running: one run shows everything that is wrong. */
async function stage(name, work) {
  if (interrupted) {
    failed = true;
    return;
  }
  const started = performance.now();
  const passed = (await work()) !== false;
  failed ||= !passed;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

async function program(packageName, file, args) {
  const { code } = await runNode24([join(root, 'node_modules', packageName, file), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return code === 0;
}

async function runTests() {
  const files = ['src', 'tests'].flatMap((folder) => findTests(join(root, folder)));
  const chosen = filters.length === 0 ? files : files.filter((file) => filters.some((filter) => file.includes(filter)));
  if (chosen.length === 0) {
    console.error(filters.length === 0 ? 'There are no tests.' : `No test file matches ${filters.join(', ')}.`);
    return false;
  }
  const scratch = mkdtempSync(join(placeOfScratch(), 'hubbub-tests-'));
  // As any folder for temporary files: PostgreSQL may run as a user of its own.
  chmodSync(scratch, 0o1777);
  const server = await openServer(scratch);
  const passedFiles = join(scratch, 'passed');
  const own = {
    ...{ TMPDIR: scratch, PASSED_FILES: passedFiles, HUBBUB_TEST_PROGRAM: bundledProgram() },
    // Some hundred processes load the same program: what one has compiled, the others take, in half of the processor time.
    NODE_COMPILE_CACHE: join(scratch, 'compiled'),
  };
  const environment = { ...server.environment, ...own };
  try {
    const isWhole = filters.length === 0 && runnerOptions.length === 0;
    const filesOf = isWhole ? inTurn(chosen, scratch) : new Map(chosen.map((file) => [file, [file]]));
    // Two more than there are processors: files wait, too, for programs to start and to be missed.
    const succeeded = await runFiles([...filesOf.keys()], availableParallelism() + 2, environment);
    if (!isWhole) return succeeded;
    const passed = new Set(existsSync(passedFiles) ? readFileSync(passedFiles, 'utf8').split('\n') : []);
    // Also a file that never ran since another ended their process, and a process that failed after all of its files.
    const again = [...filesOf].flatMap(([program, files]) => {
      const failed = files.filter((file) => !passed.has(file));
      return failed.length > 0 || passed.has(relativeToRoot(program)) ? failed : [program];
    });
    if (again.length === 0) return succeeded;
    const names = again.flatMap((each) => filesOf.get(each) ?? [each]).join(', ');
    console.log(`\nNot passed: ${names}`);
    if (interrupted || again.length > MOST_UNSTEADY) return false;
    console.log('Once more, one after the other.\n');
    if (!(await runFiles(again, 1, environment))) return false;
    console.log(`UNSTEADY: failed in the whole run and passed alone: ${names}`);
    return true;
  } finally {
    await server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The first versions of Node 20 do not know what a limit on the process leaves. */
function spareBytes() {
  return process.availableMemory?.() ?? freemem();
}

/** Returns the folder for a run's temporary files: the usual place if one is set or memory is short. */
function placeOfScratch() {
  if (process.env.TMPDIR || !existsSync(MEMORY_FOLDER) || spareBytes() < SPARE_BYTES) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MEMORY_FOLDER_BYTES ? tmpdir() : MEMORY_FOLDER;
}

/**
 * Writes the programs that run the files in turn. Those of one kind are spread among the others: some compute, and some often
 * wait (for a process to be missed, for a stop).
 * @returns the files of each program
 */
function inTurn(files, scratch) {
  const groups = SHARED.flatMap(({ atOnce, begunBy }, kind) => {
    const own = files.filter((file) => SHARED.findIndex((each) => each.files.test(file)) === kind);
    const programs = Math.ceil(own.length / atOnce);
    // Dealt out: the long ones of a folder often stand beside each other.
    const dealt = Array.from({ length: programs }, (_, at) => own.filter((_file, n) => n % programs === at));
    return dealt.map((group, n) => ({ group, at: (n / programs) * begunBy }));
  })
    .sort((a, b) => a.at - b.at)
    .map(({ group }) => group);
  const harness = pathToFileURL(join(root, 'tests', 'harness', 'files-in-turn.ts'));
  const filesOf = groups.map((group, n) => {
    const program = join(scratch, `${String(n).padStart(3, '0')}.mjs`);
    writeFileSync(program, `import { runInTurn } from '${harness}';\nrunInTurn(${JSON.stringify(group)});\n`);
    return [program, group];
  });
  return new Map(filesOf);
}

/** Resolves with whether all tests of the files passed. */
async function runFiles(files, atOnce, environment) {
  const { code } = await runNode24(
    [
      '--test',
      `--test-concurrency=${atOnce}`,
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${pathToFileURL(join(root, 'tests', 'harness', 'slowest-files.mjs'))}`,
      '--test-reporter-destination=stdout',
      `--import=${pathToFileURL(join(root, 'tests', 'harness', 'no-leftovers.ts'))}`,
      ...runnerOptions,
      ...files,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A test that starts the program says itself which database it means.
      env: { ...programEnvironment(), ...environment, DATABASE_URL: undefined },
    },
  );
  return code === 0;
}

function relativeToRoot(file) {
  return relative(root, file).split(sep).join('/');
}

function findTests(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => relativeToRoot(join(folder, name)))
    .sort();
}

/** The server lives in a process of its own, on the pinned Node, until its standard input closes: also if we die. */
async function openServer(scratch) {
  const child = spawn(pinnedNode, [join(root, 'tests', 'harness', 'test-server.ts')], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: scratch },
  });
  const exited = once(child, 'exit');
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => undefined),
  ]);
  if (!first) throw new PreparationError('The PostgreSQL for the tests did not start.');
  return {
    environment: JSON.parse(first[0]),
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
