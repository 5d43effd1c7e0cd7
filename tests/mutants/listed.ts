import path from 'node:path';
import { type Copies, doesNotRun, firstError, withText } from './copy.ts';
import { type Mutant, misfit, readMutants } from './mutants.ts';

type Verdict = 'caught' | 'caught by its time' | 'SURVIVED' | 'DOES NOT RUN' | 'DOES NOT FIT' | 'TEST FAILS ANYHOW';
interface Result {
  mutant: Mutant;
  verdict: Verdict;
  seconds: number;
  /** The first error, or why the mutant matters. */
  detail: string;
}

/**
 * Puts each fault of the lists into a copy of the sources and runs the test that is said to catch it. One that passes all the
 * same leaves a rule without a test.
 * @param words choose the mutants whose file, list or test contains one of them; none: all
 * @returns whether all were caught
 */
export async function runListed(
  copies: Copies,
  words: readonly string[],
  { atOnce, unchanged }: { atOnce: number; unchanged: boolean },
): Promise<boolean> {
  const chosen = (await readMutants()).filter(
    ({ at, file, test }) => words.length === 0 || words.some((word) => `${at} ${file} ${test?.file}`.includes(word)),
  );
  const tested = chosen.filter(({ test }) => test !== undefined);
  const waiting = tested.values();
  const results: Result[] = [];
  const work = async () => {
    const copy = await copies.make();
    for (const mutant of waiting) {
      const result = await tryOut(copies, copy, mutant, unchanged);
      results.push(result);
      const { verdict, seconds, detail } = result;
      console.log(`${verdict.padEnd(9)} ${seconds.toFixed(0).padStart(3)} s  ${mutant.at}  ${mutant.file}  ${detail}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return report(results, chosen.length - tested.length);
}

async function tryOut(copies: Copies, copy: string, mutant: Mutant, unchanged: boolean): Promise<Result> {
  const started = performance.now();
  const ended = (verdict: Verdict, detail = ''): Result => ({
    mutant,
    verdict,
    seconds: (performance.now() - started) / 1000,
    detail,
  });
  const reason = await misfit(mutant);
  if (reason !== undefined) return ended('DOES NOT FIT', reason);
  const run = () => copies.runTest(copy, mutant.test!);
  if (unchanged && (await run()).failed) return ended('TEST FAILS ANYHOW');
  const change = (text: string) => text.replace(mutant.find, () => mutant.replace);
  const { failed, isLate, output } = await withText(path.join(copy, mutant.file), change, run);
  if (isLate) return ended('caught by its time');
  if (doesNotRun(output)) return ended('DOES NOT RUN', firstError(output));
  return failed ? ended('caught', firstError(output)) : ended('SURVIVED', mutant.why);
}

/** Prints the mutants that need work. @returns whether there are none */
function report(results: readonly Result[], equivalent: number): boolean {
  const open = results.filter(({ verdict }) => !verdict.startsWith('caught'));
  console.log(
    `\n${results.length - open.length} of ${results.length} caught; ${equivalent} are said to be no faults at all`,
  );
  for (const { verdict, mutant, detail } of open)
    console.log(`${verdict}: ${mutant.at} ${mutant.file}\n  - ${mutant.find}\n  + ${mutant.replace}\n  ${detail}`);
  return open.length === 0;
}
