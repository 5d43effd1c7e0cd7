/**
 * Builds the pages into `web/dist.tmp` and publishes them to `web/dist`. A failed build leaves the last good one as it is.
 * `scripts/pages.mjs` runs it, with the digest of the sources.
 */

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { compressFiles } from './compress-files.ts';
import { publish } from './publish.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILT = path.join(ROOT, 'web', 'dist.tmp');
const PUBLISHED = path.join(ROOT, 'web', 'dist');

const [digest] = process.argv.slice(2);
if (!digest) throw new Error('Give the digest of the sources.');
const id = digest.slice(0, 12);
process.env.HUBBUB_BUILD = id;
try {
  await build({
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: BUILT, emptyOutDir: true },
  });
  await compressFiles(BUILT);
  await publish({ from: BUILT, to: PUBLISHED, id });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await rm(BUILT, { recursive: true, force: true });
}
