import type { WholeStatement } from './collect.ts';

/** The files of `sql/`: for each source file that has statements, their texts as PostgreSQL gets them. */
export function filesOf(statements: readonly WholeStatement[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, name, text, row, isOpen } of statements) {
    const target = file.replace(/^src\//, 'sql/').replace(/\.ts$/, '.sql');
    const before = files.get(target) ?? `-- Written by "npm run sql" from ${file}.\n`;
    const columns = row ? `: ${[...row, ...(isOpen ? ['…'] : [])].join(', ')}` : '';
    files.set(target, `${before}\n-- ${name}${columns}\n${text};\n`);
  }
  return files;
}
