/**
 * Writes the program as a few files into a folder: `node scripts/bundle/write.ts FOLDER`. What the sources import at
 * their tops goes in, packages included; what they import when it is needed, and what is native, stays where it is. The bundle
 * finds it by relative paths, so a copy of both at other places works.
 */

import { globSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('The folder to write to is missing.');
const src = path.resolve(import.meta.dirname, '../../src');
const SLICES = path.join(src, 'platform/http/slices.ts');
const ALL_SLICES = '\0slices';

/** Load files that lie beside them: a binary, the programs of threads. */
const NOT_ALONE = ['@node-rs/argon2', 'pino'];

/** Slices are found by their folders; here they are all known, and come after what `main.ts` imports. */
const slices: Plugin = {
  name: 'slices',
  resolveId: (id) => (id === ALL_SLICES ? id : undefined),
  load(id) {
    if (id === SLICES)
      return `export const loadSlices = async (parts) =>
        (await import('${ALL_SLICES}')).files.filter(([file]) => parts.includes(file.split('/')[0]));`;
    if (id !== ALL_SLICES) return undefined;
    const files = globSync('*/*/**/*.ts', { cwd: src })
      .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
      .sort();
    const imports = files.map((file, n) => `import * as _${n} from ${JSON.stringify(path.join(src, file))};`);
    return `${imports.join('\n')}
      export const files = [${files.map((file, n) => `[${JSON.stringify(file)}, _${n}]`).join(', ')}];`;
  },
};

/** Returns the path from the bundle to a file or a folder, as a JavaScript string. */
const fromBundle = (place: string) => JSON.stringify(path.relative(folder, place).split(path.sep).join('/'));

/** Files beside a source are found where they are, as seen from the bundle. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { code: 'import.meta.' },
    handler(code, id) {
      if (!id.startsWith(src)) return undefined;
      const placed = code
        .replaceAll('import.meta.url', `new URL(${fromBundle(id)}, import.meta.url).href`)
        .replaceAll(
          'import.meta.dirname',
          `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${fromBundle(path.dirname(id))})`,
        );
      return { code: placed, map: null };
    },
  },
};

/** Packages that are loaded at first use stay packages. */
const packages: Plugin = {
  name: 'packages',
  resolveId: (id, _importer, { kind }) =>
    NOT_ALONE.includes(id) || (kind === 'dynamic-import' && !/^[./\0]/.test(id)) ? { id, external: true } : undefined,
};

const bundle = await rolldown({
  input: path.join(src, 'main.ts'),
  platform: 'node',
  plugins: [packages, slices, places],
  onLog: (level, log, print) => {
    if (level === 'warn') throw new Error(log.message);
    print(level, log);
  },
});
await bundle.write({
  dir: folder,
  format: 'esm',
  // Texts with any wider letter would take twice the memory.
  charset: 'ascii',
  comments: false,
  sourcemap: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
