import type { FixedStatement } from './collect.ts';

/** The files of `sql/`: for each source file that has statements, their texts as PostgreSQL gets them. */
export function filesOf(statements: readonly FixedStatement[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, name, text, row } of statements) {
    const target = file.replace(/^src\//, 'sql/').replace(/\.ts$/, '.sql');
    const before = files.get(target) ?? `-- Written by "npm run sql" from ${file}.\n`;
    files.set(target, `${before}\n-- ${name}${row ? `: ${row.join(', ')}` : ''}\n${text};\n`);
  }
  return files;
}
