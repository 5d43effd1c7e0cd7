import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** One `import … from` or `export … from` of a source file; paths are relative to `src`. Types count like values. */
export interface Import {
  from: string;
  to: string;
  /** The importing file declares an operation. Nothing lies above it. */
  fromOperation?: boolean;
  /** The importing file declares an operation, a job or a log reader: the program enters there, and may come from any slice. */
  fromEntry?: boolean;
  /** The imported names that are SQL: fragments, or statements. */
  sql?: readonly string[];
}

export const isTest = (file: string) => /\.(?:test|fixture|child)\.ts$/.test(file);

const OPERATION = /= (?:chatOperation|dispatchOperation|metadataQuery)\(/;
const ENTRY =
  /= (?:chatOperation|dispatchOperation|metadataQuery|defineJob|deliveryJob|forgetDaily|forgetFailed|defineLogReader)\b/;
const IMPORT = /^(?:import|export)\s+([^;'"]*?)from\s+'(\.[^']+)'/gm;
const SQL_EXPORT =
  /^export (?:function (\w+)(?:<[^>\n]*>)?\((?:(?!\)\s*[:{])[\s\S])*\): Sql\b|const (\w+)(?:: Sql\b| = sql\b| = \([^=]*\): Sql\b))/gm;

/** All imports between source files, those of tests aside. */
export async function readImports(): Promise<Import[]> {
  const texts = new Map<string, string>();
  for await (const file of glob('src/**/*.ts', { cwd: root }))
    if (!isTest(file)) texts.set(path.relative('src', file), await readFile(path.join(root, file), 'utf8'));
  const sql = new Map(
    [...texts].map(([file, text]) => [file, [...text.matchAll(SQL_EXPORT)].map(([, one, other]) => one ?? other!)]),
  );
  return [...texts].flatMap(([from, text]) =>
    [...text.matchAll(IMPORT)].map(([, names, target]) => {
      const to = path.join(path.dirname(from), target!);
      const imported = new Set(names!.match(/\w+/g));
      return {
        from,
        to,
        fromOperation: OPERATION.test(text),
        fromEntry: ENTRY.test(text),
        sql: (sql.get(to) ?? []).filter((name) => imported.has(name)),
      };
    }),
  );
}
