import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Copies } from './copy.ts';
import type { Fault } from './faults.ts';

/** V8's own coverage of one script: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-ScriptCoverage */
interface ScriptCoverage {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

/** Returns the numbers of the faults that a test file executes; undefined for a file that fails without any fault. */
export type Executed = ReadonlySet<number> | undefined;

/**
 * Runs every test file once, unchanged, and notes which faults lie in code that it executes. What has run before is read
 * from the folder, so an interrupted run continues.
 * @param folder keeps a file for each test file
 */
export async function mapCoverage(
  copies: Copies,
  {
    folder,
    tests,
    faults,
    atOnce,
  }: { folder: string; tests: readonly string[]; faults: readonly Fault[]; atOnce: number },
): Promise<Map<string, Executed>> {
  await mkdir(folder, { recursive: true });
  const map = new Map<string, Executed>();
  const numbers = Map.groupBy(faults.keys(), (number) => faults[number]!.file);
  const waiting = tests.values();
  const work = async () => {
    let copy: string | undefined;
    for (const test of waiting) {
      const retained = path.join(folder, `${test.replaceAll('/', '+')}.json`);
      let executed = JSON.parse(await readFile(retained, 'utf8').catch(() => 'null')) as number[] | 'fails' | null;
      if (executed === null) {
        copy ??= await copies.make();
        executed = (await executedBy(copies, copy, test, faults, numbers)) ?? 'fails';
        await writeFile(retained, JSON.stringify(executed));
        console.log(
          `map ${map.size + 1}/${tests.length}  ${test}  ${executed === 'fails' ? 'FAILS' : executed.length}`,
        );
      }
      map.set(test, executed === 'fails' ? undefined : new Set(executed));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return map;
}

async function executedBy(
  copies: Copies,
  copy: string,
  test: string,
  faults: readonly Fault[],
  numbers: ReadonlyMap<string, readonly number[]>,
): Promise<number[] | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-coverage-'));
  try {
    // What comes from the cache of compiled code is counted by whole functions only.
    const environment = { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
    if ((await copies.runTest(copy, { file: test }, environment)).failed) return undefined;
    const executed = new Set<number>();
    for (const name of await readdir(folder)) {
      const { result } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as { result: ScriptCoverage[] };
      for (const script of result) {
        const file = fileOf(copy, script.url);
        for (const number of (file && numbers.get(file)) || [])
          if (isExecuted(script, faults[number]!.start)) executed.add(number);
      }
    }
    return [...executed];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fileOf(copy: string, url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const file = path.relative(copy, fileURLToPath(url));
  return file.startsWith('..') ? undefined : file;
}

/** The innermost range around a place says whether it was executed. Types are stripped in place, so places stay. */
function isExecuted({ functions }: ScriptCoverage, at: number): boolean {
  let innermost: { size: number; count: number } | undefined;
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) {
      const size = endOffset - startOffset;
      if (startOffset <= at && at < endOffset && size <= (innermost?.size ?? size)) innermost = { size, count };
    }
  return innermost !== undefined && innermost.count > 0;
}
