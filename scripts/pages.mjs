/**
 * Builds the pages when their sources have changed since. Plain JavaScript on Node's own modules, like `prepare.mjs`; the
 * build itself runs on the pinned Node (`web/build.ts`).
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the pages beside `web/`, `texts/` and `rules/`. */
const ALSO = [
  'src/platform/texts/compile.ts',
  'vite.config.ts',
  'package-lock.json',
  ...['build', 'compress-files', 'css-layers', 'first-visit', 'icon-sprite', 'publish', 'service-worker', 'texts'].map(
    (name) => `scripts/web/${name}.ts`,
  ),
];
/** The built pages, and those of a build under way. */
const OUTPUT = /^web\/dist/;
const NOT_BUILT = /\.test\.tsx?$/;

/**
 * Whether `web/dist` is what the sources make. Sizes and times are looked at first; contents only where those differ
 * (a fresh checkout has other times).
 */
export function pagesAreBuilt(root) {
  const files = sourcesOf(root);
  const stamp = readStamp(root);
  if (!stamp) return false;
  const sizes = sizesOf(root, files);
  if (stamp.sizes === sizes) return true;
  if (stamp.digest !== digestOf(root, files)) return false;
  rememberSizes(root, { digest: stamp.digest, sizes });
  return true;
}

/** In a folder that cannot be written the contents are looked at again next time, which is no reason not to start. */
function rememberSizes(root, stamp) {
  try {
    writeStamp(root, stamp);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** @returns what went wrong, in the words of the build; undefined when it did not */
export function buildPages(root, pinnedNode) {
  const files = sourcesOf(root);
  // Before the contents are read, so that what changes from here on is seen at the next look.
  const sizes = sizesOf(root, files);
  const digest = digestOf(root, files);
  const { status, stdout, stderr, error } = spawnSync(pinnedNode, [join(root, 'scripts', 'web', 'build.ts'), digest], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) return `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trimEnd() || 'It ended early.';
  writeStamp(root, { digest, sizes });
  return undefined;
}

function stampFile(root) {
  return join(root, 'web', 'dist', '.stamp.json');
}

/** Lies with what it speaks of, so that neither is there without the other. */
function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'));
  } catch {
    return undefined;
  }
}

function writeStamp(root, stamp) {
  writeFileSync(stampFile(root), JSON.stringify(stamp));
}

function sourcesOf(root) {
  return [...ALSO, ...filesBelow(root, 'web'), ...filesBelow(root, 'rules'), ...filesBelow(root, 'texts')].sort();
}

/** Files of a folder and of those in it, without what the build makes and what it does not read. */
function filesBelow(root, folder) {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return OUTPUT.test(file) ? [] : filesBelow(root, file);
    return entry.isFile() && !NOT_BUILT.test(file) ? [file] : [];
  });
}

function sizesOf(root, files) {
  return files
    .map((file) => {
      const { size, mtimeMs } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {};
      return `${file} ${size} ${mtimeMs}`;
    })
    .join('\n');
}

function digestOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(contentOf(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** A file that went after it was listed is empty here; the next list is without it. */
function contentOf(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
