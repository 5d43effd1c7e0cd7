import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A file below `src`, and what it exports. */
export type SliceFile = [file: string, exported: Record<string, unknown>];

const NOT_DECLARATIONS = /\.(test|fixture)\.ts$/;

/**
 * Loads every file of the slices of some parts. In the bundled program, `scripts/bundle/write.ts` puts another file in the
 * place of this one, which does the same with what is in the bundle.
 * @param parts folders under `src`
 */
export async function loadSlices(parts: readonly string[]): Promise<SliceFile[]> {
  const src = path.resolve(import.meta.dirname, '../..');
  const files = parts.flatMap((part) => globSync(`${part}/*/**/*.ts`, { cwd: src }));
  // Not by `import()`, which walks the whole graph for each of a thousand files: a quarter of the processor time of loading.
  const require = createRequire(import.meta.url);
  return files
    .filter((file) => !NOT_DECLARATIONS.test(file))
    .sort()
    .map((file) => [file, require(path.join(src, file))]);
}
