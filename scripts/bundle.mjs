/**
 * The program as few files. Of two thousand modules each costs a start a third of a millisecond of processor time and 25 kB;
 * bundled they cost a fifth of that. What runs is what the sources say at this moment: whoever changes one gets another
 * bundle at the next start, in two seconds. It is kept like what is compiled, and never needed: without it the sources run.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, release, root } from './prepare.mjs';

const bundles = join(root, 'node_modules', '.cache', 'bundles');

/** Memory that bundling uses if available, in MiB (`/usr/bin/time -v`: 856); 512 were too few. */
const BUNDLING_MIB = 900;

/** So long after its last start a bundle is kept: a run of tests starts the program again and again. */
const KEPT_MS = 3_600_000;

/** The file to run, made when there is none for these sources: `main.mjs` of the bundle, or else `src/main.ts`. */
export function bundledProgram() {
  if (release) return join(bundles, RELEASED, PROGRAM);
  const folder = join(bundles, digest());
  if (existsSync(join(folder, PROGRAM))) noteUse(folder);
  else {
    const contents = digestOfContents();
    const copied = bundleOf(contents);
    if (copied !== undefined) return join(copied, PROGRAM);
    if (!make(folder, contents)) return join(root, 'src', 'main.ts');
  }
  return join(folder, PROGRAM);
}

/**
 * Names what the bundle is made of, without reading it: 20 ms of processor time would be 60. The time of the last change
 * of a file's entry (`ctime`) cannot be set by whoever unpacks or copies files with times of their own.
 */
function digest() {
  return digestOf((file) => {
    const { ctimeMs, mtimeMs, size } = statSync(file);
    return `${ctimeMs} ${mtimeMs} ${size}\n`;
  });
}

/** Names them by what is in them: whoever brings an installation to its place, as an image does, gives its files other times. */
function digestOfContents() {
  return digestOf((file) => readFileSync(file));
}

function digestOf(describe) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['rules', 'src', join('scripts', 'bundle')]) {
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      hash.update(`${name} `).update(describe(join(root, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** The folder of a bundle of these contents, if there is one. */
function bundleOf(contents) {
  const isFolder = statSync(bundles, { throwIfNoEntry: false })?.isDirectory();
  return (isFolder ? readdirSync(bundles) : [])
    .map((name) => join(bundles, name))
    .find((folder) => {
      try {
        return readFileSync(join(folder, CONTENTS), 'utf8') === contents;
      } catch {
        return false;
      }
    });
}

/** Name of the bundle of a release. It is as deep in its folder as others: a bundle finds the sources by relative paths. */
const RELEASED = 'release';
/** Program to start, and its sources. */
const PROGRAM = 'main.mjs';
const CONTENTS = 'contents';

/** Tells whether the bundle is there now. Two that make it at once make the same, and one of them is kept. */
function make(folder, contents) {
  const unfinished = `${folder}.${process.pid}`;
  try {
    mkdirSync(bundles, { recursive: true });
    const { status, signal, stderr } = spawnSync(
      pinnedNode,
      [join(root, 'scripts', 'bundle', 'write.ts'), unfinished],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(stderr.trim() || howItEnded(status, signal));
    writeFileSync(join(unfinished, CONTENTS), contents);
    renameSync(unfinished, folder);
    removeOld();
    return true;
  } catch (error) {
    if (existsSync(folder)) return true;
    console.error(`Hubbub starts from its sources, which takes longer: they could not be bundled. ${error.message}`);
    return false;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The system kills what takes more memory than there is, and the killed one says nothing. */
function howItEnded(status, signal) {
  if (signal === 'SIGKILL')
    return `The bundler was killed (SIGKILL), most likely because the memory ran out: bundling takes up to ${BUNDLING_MIB} MiB.`;
  return `The bundler ended with ${signal ?? `status ${status}`}.`;
}

/** Another user's bundle, and a folder that nobody may write, keep the time that they have. */
function noteUse(folder) {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {}
}

/** Deletes bundles that were not used lately. Those of another user stay. */
function removeOld() {
  for (const name of readdirSync(bundles)) {
    const folder = join(bundles, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    try {
      if (age > KEPT_MS) rmSync(folder, { recursive: true, force: true });
    } catch {}
  }
}
