import { createHash } from 'node:crypto';
import { appendFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Copies, doesNotRun, withText } from './copy.ts';
import { type Executed, mapCoverage } from './coverage.ts';
import { drawFaults } from './draw.ts';
import { type Fault, findFaults } from './faults.ts';
import { type Mutant, readMutants, root } from './mutants.ts';

/** So many test files are tried for a fault. */
const MAX_TESTS = 10;
/** `src/chat/channels`: folders of a path that name a slice. */
const SLICE_DEPTH = 3;
/** Sources that no test executes line by line: words, what is generated, and the example organization. */
const NOT_DRAWN = /\.test\.ts$|\/texts\/|^src\/cli\/demo\/|^web\/store\/wire\//;
/** Tests of the sources as text, of this tool, and of browsers, which count no line of a server's that others do not. */
const NOT_RUN = /^tests\/(architecture|browser|deploy|fault|load|mutants|steady|upgrade)\//;

interface Verdict {
  fault: Fault;
  verdict: 'caught' | 'survived' | 'not executed' | 'does not run';
  /** The test file that failed, or those that passed. */
  tests: string[];
}

/**
 * Draws faults from `src` and `web/store` and runs each against the test files that execute its place. Prints the share
 * that is caught, by slice, and the survivors. Everything is kept under `node_modules/.cache/mutants` by the sources' hash:
 * an interrupted run continues, and further seeds use the same map of what tests execute.
 * @param words choose files whose path contains one of them; none: all
 * @returns whether at least 85 % were caught
 */
export async function runDrawn(
  copies: Copies,
  words: readonly string[],
  { atOnce, count, seed }: { atOnce: number; count: number; seed: number },
): Promise<boolean> {
  const sources = await listFiles('{src,web/store}/**/*.ts', (file) => !NOT_DRAWN.test(file));
  const tests = await listFiles('{src,tests}/**/*.test.ts', (file) => !NOT_RUN.test(file));
  const texts = new Map<string, string>();
  for (const file of [...sources, ...tests]) texts.set(file, await readFile(path.join(root, file), 'utf8'));
  const folder = path.join(root, 'node_modules/.cache/mutants', hashOf(new Map([...texts, ...(await ownTexts())])));
  await mkdir(folder, { recursive: true });
  const faults = await remembered(path.join(folder, 'faults.json'), () => findFaults(root, sources));
  console.log(`${faults.length} faults in ${sources.length} files`);
  const lineOf = ({ file, start }: Fault) => `${file}:${texts.get(file)!.slice(0, start).split('\n').length}`;
  const isWanted = ({ file }: Fault) => words.length === 0 || words.some((word) => file.includes(word));
  const equivalent = new Set((await readMutants()).filter(({ test }) => !test).map((each) => changedText(each, texts)));
  const drawn = drawFaults(faults, { count, seed, lineOf, isWanted });
  const known = drawn.filter((fault) => equivalent.has(mutated(fault, texts)));
  const tried = drawn.filter((fault) => !known.includes(fault));
  const map = await mapCoverage(copies, { folder: path.join(folder, 'map'), tests, faults, atOnce });
  const verdicts = await tryAll(copies, tried, {
    atOnce,
    done: path.join(folder, `verdicts-${seed}-${hashOf(new Map([['words', words.join(' ')]]))}.jsonl`),
    lineOf,
    testsOf: (fault) => nearestTests(fault, faults, map),
  });
  const failing = [...map].flatMap(([test, executed]) => (executed === undefined ? [test] : []));
  return report(verdicts, { lineOf, texts, equivalent: known.length, failing });
}

async function listFiles(pattern: string, isChosen: (file: string) => boolean): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: root })) if (isChosen(file)) files.push(file);
  return files.sort();
}

/** Inputs that determine the faults, besides the sources. */
async function ownTexts(): Promise<[string, string][]> {
  const files = ['faults.ts', 'sql-conditions.ts'].map((name) => path.join(import.meta.dirname, name));
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as [string, string]));
}

function hashOf(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [file, text] of texts) hash.update(`${file}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}

async function remembered<T>(file: string, make: () => Promise<T>): Promise<T> {
  const retained = await readFile(file, 'utf8').catch(() => undefined);
  if (retained !== undefined) return JSON.parse(retained) as T;
  const made = await make();
  await writeFile(file, JSON.stringify(made));
  return made;
}

const mutated = ({ file, start, end, replacement }: Fault, texts: ReadonlyMap<string, string>): string => {
  const text = texts.get(file)!;
  return `${file}\0${text.slice(0, start)}${replacement}${text.slice(end)}`;
};
const changedText = ({ file, find, replace }: Mutant, texts: ReadonlyMap<string, string>): string =>
  `${file}\0${texts.get(file)?.replace(find, () => replace)}`;

/**
 * The test files that execute a fault and pass without it: those of the same slice first, then those that execute most of
 * its file. The nearest folders alone would be the tests that every start passes by.
 */
function nearestTests(fault: Fault, faults: readonly Fault[], map: ReadonlyMap<string, Executed>): string[] {
  const number = faults.indexOf(fault);
  const ofFile = [...faults.keys()].filter((each) => faults[each]!.file === fault.file);
  const slice = path.dirname(fault.file).split('/').slice(0, SLICE_DEPTH).join('/');
  const base = path.basename(fault.file, '.ts');
  return [...map]
    .flatMap(([test, executed]) => {
      if (!executed?.has(number)) return [];
      const isOwn = path.basename(test) === `${base}.test.ts`;
      const isNear = test.startsWith(`${slice}/`);
      return [
        { test, rank: Number(isOwn) + Number(isNear), share: ofFile.filter((each) => executed.has(each)).length },
      ];
    })
    .sort((one, other) => other.rank - one.rank || other.share - one.share)
    .slice(0, MAX_TESTS)
    .map(({ test }) => test);
}

interface Trial {
  atOnce: number;
  /** A line of JSON for each fault that was tried, by its place in the draw. */
  done: string;
  lineOf: (fault: Fault) => string;
  testsOf: (fault: Fault) => string[];
}

async function tryAll(copies: Copies, drawn: readonly Fault[], trial: Trial): Promise<Verdict[]> {
  const lines = (await readFile(trial.done, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const before = new Map(lines.map((line) => JSON.parse(line) as [number, Verdict]));
  const verdicts: Verdict[] = [];
  const waiting = drawn.entries();
  const work = async () => {
    let copy: string | undefined;
    for (const [at, fault] of waiting) {
      let verdict = before.get(at);
      if (verdict === undefined) {
        copy ??= await copies.make();
        verdict = await tryOne(copies, copy, fault, trial.testsOf(fault));
        await appendFile(trial.done, `${JSON.stringify([at, verdict])}\n`);
        console.log(`${verdict.verdict.padEnd(12)} ${trial.lineOf(fault)}  ${fault.kind}  ${verdict.tests.join(' ')}`);
      }
      verdicts.push(verdict);
    }
  };
  await Promise.all(Array.from({ length: trial.atOnce }, work));
  return verdicts;
}

async function tryOne(copies: Copies, copy: string, fault: Fault, tests: string[]): Promise<Verdict> {
  if (tests.length === 0) return { fault, verdict: 'not executed', tests };
  const change = (text: string) => text.slice(0, fault.start) + fault.replacement + text.slice(fault.end);
  return withText(path.join(copy, fault.file), change, async () => {
    for (const test of tests) {
      const { failed, isLate, output } = await copies.runTest(copy, { file: test });
      if (!failed) continue;
      const isBroken = !isLate && doesNotRun(output);
      return { fault, verdict: isBroken ? 'does not run' : 'caught', tests: [test] };
    }
    return { fault, verdict: 'survived', tests };
  });
}

const GOAL = 0.85;

function report(
  verdicts: readonly Verdict[],
  {
    lineOf,
    texts,
    equivalent,
    failing,
  }: {
    lineOf: (fault: Fault) => string;
    texts: ReadonlyMap<string, string>;
    equivalent: number;
    failing: readonly string[];
  },
): boolean {
  const counted = verdicts.filter(({ verdict }) => verdict !== 'does not run');
  const open = counted.filter(({ verdict }) => verdict !== 'caught');
  for (const { fault, verdict, tests } of open) {
    const { file, start, end, replacement } = fault;
    const original = texts.get(file)!.slice(start, end);
    console.log(
      `\n${verdict.toUpperCase()}: ${lineOf(fault)} (${fault.kind})\n  - ${original}\n  + ${replacement}\n  ${tests.join(' ')}`,
    );
  }
  const sliceOf = ({ fault }: Verdict) => fault.file.split('/').slice(0, SLICE_DEPTH).join('/');
  console.log('\ncaught  of  slice');
  for (const [slice, all] of [...Map.groupBy(counted, sliceOf)].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const caught = all.filter(({ verdict }) => verdict === 'caught').length;
    console.log(`${String(caught).padStart(6)}  ${String(all.length).padStart(2)}  ${slice}`);
  }
  if (failing.length > 0) console.log(`\nLeft out, since they fail without a fault: ${failing.join(', ')}`);
  const share = (counted.length - open.length) / counted.length;
  console.log(
    `\n${counted.length - open.length} of ${counted.length} caught (${(100 * share).toFixed(1)} %); ` +
      `${verdicts.length - counted.length} do not run, ${equivalent} are said to be no faults at all`,
  );
  return share >= GOAL;
}
