/** The folder that an archive holds, and that the container's image has. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { billOfMaterials } from '../sbom/bill-of-materials.mjs';
import { prunePackages, type ReleaseSource } from './packages.ts';
import { NODE_VERSION, type Platform } from './platforms.ts';
import { root } from './root.ts';

/** Files and folders of the repository that a release has. The bundle reads files beside the sources, and its threads are sources. */
export const RELEASED = [
  ...['CHANGELOG.md', 'LICENSE', 'NOTICE', 'SECURITY.md', 'deploy', 'docs/guides', 'docs/operators', 'hubbub'],
  ...['package.json', 'rules', 'src', 'texts', 'web', 'scripts/service'],
  ...['ancestors', 'as-service', 'bundle', 'end-as-orphan', 'healthy', 'hubbub'].map((name) => `scripts/${name}.mjs`),
  ...['pages', 'prepare', 'run', 'server-options', 'start'].map((name) => `scripts/${name}.mjs`),
];

/** Tests, sources of the pages, and hidden files such as `deploy/.env`, which holds secrets. */
const LEFT_OUT = /(?:^|\/)\.|\.test\.tsx?$|\.log$|\.d\.mts$|^web\/(?:dist\.tmp$|.*\.tsx?$)/;

/** Files of a build of the pages that have a digest in their name. Those of earlier builds stay in their folder for some days. */
const ASSETS = 'web/dist/assets/';

/**
 * Tells whether a release lacks a file of the repository (its path from the root) although it has the folder.
 * @param assets paths of the present build's files with a digest, from `web/dist`
 */
export const isLeftOut = (name: string, assets: ReadonlySet<string>) =>
  LEFT_OUT.test(name) || (name.startsWith(ASSETS) && !assets.has(path.posix.relative('web/dist', name)));

/** Content of the `release.json` of a release. */
export interface Release {
  version: string;
  /** Commit that it was made of; undefined where git does not say. */
  commit?: string;
  platform: string;
}

/**
 * Makes the folder of a release, which must not be there yet.
 * @throws if a file is missing, such as pages that are not built
 */
export async function makeFolder(folder: string, platform: Platform, source: ReleaseSource): Promise<Release> {
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(folder);
  await source.addPackages(folder, platform);
  const packages = await prunePackages(folder);
  const assets = new Set<string>(JSON.parse(readFileSync(path.join(root, 'web/dist/build.json'), 'utf8')).assets);
  for (const name of RELEASED) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    bring(name, folder, assets, source.bringFile);
  }
  await copyBundle(folder);
  const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const node = { version: NODE_VERSION, license: 'MIT', integrity: platform.node.integrity };
  const bill = billOfMaterials({ name, version }, { ...packages, [`node_modules/${platform.node.name}`]: node });
  await writeFile(path.join(folder, 'sbom.json'), bill);
  const release = { version, commit: git('rev-parse', 'HEAD'), platform: platform.name };
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(release, undefined, 2)}\n`);
  return release;
}

/** Brings a file or a folder of the repository, without what is left out. */
function bring(name: string, folder: string, assets: ReadonlySet<string>, bringFile: ReleaseSource['bringFile']): void {
  if (isLeftOut(name, assets)) return;
  const [from, to] = [path.join(root, name), path.join(folder, name)];
  if (statSync(from).isDirectory()) {
    mkdirSync(to);
    for (const each of readdirSync(from)) bring(`${name}/${each}`, folder, assets, bringFile);
  } else bringFile(from, to);
}

/** The bundle that this repository starts from, which is made if there is none for the present sources. */
async function copyBundle(folder: string): Promise<void> {
  const ask = `import { bundledProgram } from ${JSON.stringify(path.join(root, 'scripts/bundle.mjs'))}; console.log(bundledProgram())`;
  const options = ['--input-type=module', '--eval', ask];
  const program = execFileSync(process.execPath, options, { encoding: 'utf8' }).trim();
  if (path.basename(program) !== 'main.mjs') throw new Error('The program could not be bundled.');
  const place = path.join(folder, 'node_modules/.cache/bundles/release');
  await cp(path.dirname(program), place, { recursive: true, filter: (source) => path.basename(source) !== 'contents' });
}

/** Returns what git says of the repository; undefined without git or outside of a clone. */
export function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
