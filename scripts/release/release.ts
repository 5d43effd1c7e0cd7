/**
 * Makes the archives and Debian packages of a release with their bills of materials, checksums and signature:
 * `npm run release -- [PLATFORM…] [--out FOLDER]`; or only the unpacked folder of this machine's platform: `--folder FOLDER`.
 */

import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeArchive } from './archive.ts';
import { CHECKSUMS, signChecksums, writeChecksums } from './checksums.ts';
import { ARCHITECTURES, lacksDpkg, writeDebian } from './debian.ts';
import { git, makeFolder } from './folder.ts';
import { fromRegistry } from './packages.ts';
import { NOT_MADE, PLATFORMS, type Platform, platformNamed } from './platforms.ts';
import { root } from './root.ts';
import { tryArchive } from './trial.ts';

const HERE = `${process.platform}-${process.arch}`;
const MEGABYTE = 1e6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: path.join(root, 'release') }, folder: { type: 'string' } },
});
try {
  if (values.folder) await makeFolder(path.resolve(values.folder), platformNamed(HERE), fromRegistry);
  else await release(path.resolve(values.out), positionals);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function release(out: string, names: string[]): Promise<void> {
  const platforms = names.length > 0 ? names.map(platformNamed) : PLATFORMS;
  if (git('status', '--porcelain'))
    console.log('Files have changes that are not committed: they go into this release.');
  await mkdir(out, { recursive: true });
  const scratch = await mkdtemp(path.join(tmpdir(), 'hubbub-release-'));
  try {
    for (const platform of platforms) await makeArchive(out, scratch, platform);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  if (names.length === 0) for (const [name, why] of Object.entries(NOT_MADE)) console.log(`${name}: not made, ${why}.`);
  await writeChecksums(out);
  const isSigned = await signChecksums(out, process.env.RELEASE_SIGNING_KEY);
  console.log(
    isSigned
      ? `${CHECKSUMS}.sig: the signature of ${CHECKSUMS}.`
      : `${CHECKSUMS} is not signed: RELEASE_SIGNING_KEY names no key.`,
  );
}

async function makeArchive(out: string, scratch: string, platform: Platform): Promise<void> {
  const folder = path.join(scratch, platform.name);
  const { version } = await makeFolder(folder, platform, fromRegistry);
  const top = `hubbub-${version}-${platform.name}`;
  const file = path.join(out, `${top}.tar.gz`);
  await writeArchive(folder, file, { top, time: commitTime(), level: 9 });
  await copyFile(path.join(folder, 'sbom.json'), path.join(out, `${top}.sbom.json`));
  const debian = makePackage(out, folder, platform, version);
  await rm(folder, { recursive: true, force: true });
  const size = Math.round((await stat(file)).size / MEGABYTE);
  const tried =
    platform.name === HERE ? `started, ready after ${(await tryArchive(file, top)).toFixed(1)} s` : 'not started here';
  console.log(`${top}.tar.gz: ${size} MB, ${tried}.`);
  console.log(debian);
}

/** Makes the Debian package of a platform. @returns what to print */
function makePackage(out: string, folder: string, platform: Platform, version: string): string {
  const lacking = lacksDpkg();
  if (lacking) return `No Debian package for ${platform.name}: ${lacking}.`;
  const name = `hubbub_${version}_${ARCHITECTURES[platform.name]}.deb`;
  const places = { stage: `${folder}-debian`, file: path.join(out, name) };
  writeDebian(folder, places, { version, platform: platform.name, time: commitTime() });
  return `${name}: the Debian package.`;
}

/** Time of all files: the commit's, or the one in SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/). */
function commitTime(): number {
  return Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct') ?? 0);
}
