/**
 * The program as few files. Of two thousand modules each costs a start a third of a millisecond of processor time and 25 kB;
 * bundled they cost a fifth of that. What runs is what the sources say at this moment: whoever changes one gets another
 * bundle at the next start, in two seconds. It is kept like what is compiled, and never needed: without it the sources run.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root } from './prepare.mjs';

const bundles = join(root, 'node_modules', '.cache', 'bundles');

/** A start may still be reading the one before. */
const KEPT_MS = 3_600_000;

/** The file to run, made when there is none for these sources: `main.mjs` of the bundle, or else `src/main.ts`. */
export function bundledProgram() {
  const folder = join(bundles, digest());
  const program = join(folder, 'main.mjs');
  return existsSync(program) || make(folder) ? program : join(root, 'src', 'main.ts');
}

/** Names what the bundle is made of, without reading it: 20 ms of processor time would be 60. */
function digest() {
  const hash = createHash('sha256')
    .update(root)
    .update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['src', join('scripts', 'bundle')]) {
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const { mtimeMs, size } = statSync(join(root, folder, name));
      hash.update(`${name} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Tells whether the bundle is there now. Two that make it at once make the same, and one of them is kept. */
function make(folder) {
  const unfinished = `${folder}.${process.pid}`;
  try {
    mkdirSync(bundles, { recursive: true });
    const { status, stderr } = spawnSync(pinnedNode, [join(root, 'scripts', 'bundle', 'write.ts'), unfinished], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr.trim() || 'it was ended');
    removeOld();
    renameSync(unfinished, folder);
    return true;
  } catch (error) {
    if (existsSync(folder)) return true;
    console.error(`Hubbub starts from its sources, which takes longer: they could not be bundled. ${error.message}`);
    return false;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function removeOld() {
  for (const name of readdirSync(bundles)) {
    const folder = join(bundles, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
