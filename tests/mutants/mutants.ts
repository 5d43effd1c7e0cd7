import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** A fault that somebody could make, and the test that would tell. */
export interface Mutant {
  /** The list that it stands in, and its line there. */
  at: string;
  /** The file that it is put into. */
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** Effect on users. */
  why: string;
  /** Undefined for one that no test can tell from the original. */
  test: { file: string; name: string | undefined } | undefined;
}

/**
 * Reads all lists, one for each area. An entry is a paragraph: the file, what is found (`- …`), what stands in its place (`+ …`,
 * perhaps nothing), `why`, and the test that catches it with a part of its name, or why it is `equivalent`.
 */
export async function readMutants(): Promise<Mutant[]> {
  const mutants: Mutant[] = [];
  for await (const name of glob('*.txt', { cwd: import.meta.dirname })) {
    const text = await readFile(path.join(import.meta.dirname, name), 'utf8');
    let line = 1;
    for (const paragraph of text.split(/\n{2}/)) {
      if (paragraph.trim() !== '') mutants.push(parseMutant(`${path.parse(name).name}:${line}`, paragraph.trimEnd()));
      line += paragraph.split('\n').length + 1;
    }
  }
  return mutants.sort((one, other) => (one.at < other.at ? -1 : 1));
}

function parseMutant(at: string, paragraph: string): Mutant {
  const [file = '', ...lines] = paragraph.split('\n');
  const of = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
  const [why] = of('why: ');
  const [test] = of('test: ');
  const [equivalent] = of('equivalent: ');
  const known = of('- ').length + of('+ ').length + 2;
  if (!why || (test === undefined) === (equivalent === undefined) || lines.length !== known)
    throw new Error(`${at}: an entry has "- …", perhaps "+ …", "why: …", and one of "test: …" and "equivalent: …"`);
  const [testFile, name] = test?.split(' › ') ?? [];
  return {
    at,
    file,
    find: of('- ').join('\n'),
    replace: of('+ ').join('\n'),
    why,
    test: testFile === undefined ? undefined : { file: testFile, name },
  };
}

/** Why an entry does not fit what it is about; undefined when it does. */
export async function misfit({ file, find, replace, test }: Mutant): Promise<string | undefined> {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => undefined);
  if (text === undefined) return `there is no ${file}`;
  if (find === '' || find === replace) return 'it changes nothing';
  const times = text.split(find).length - 1;
  if (times !== 1) return `what it looks for is there ${times} times`;
  if (!test) return undefined;
  const tests = await readFile(path.join(root, test.file), 'utf8').catch(() => undefined);
  if (tests === undefined) return `there is no ${test.file}`;
  if (test.name !== undefined && !tests.includes(test.name)) return `${test.file} has no test named "${test.name}"`;
  return undefined;
}
