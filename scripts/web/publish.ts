import { mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WebBuild } from '../../src/pages/static/web-build.ts';

/** Pages that are open from the build before go on loading its parts for so long. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** Vite's own list of what each entry loads: for the tests of sizes. */
const MANIFEST = 'manifest.json';

interface Publication {
  from: string;
  to: string;
  id: string;
  now?: Date;
}

/**
 * Moves a whole build over the one that is served, without a moment in which there is neither: first what pages load (named
 * by content, so nothing is overwritten by something else), then the pages, then `build.json`.
 */
export async function publish({ from, to, id, now = new Date() }: Publication): Promise<void> {
  const names = await filesIn(from);
  const trackingMap = await entryOf(from, 'tracking-map/map-view.ts');
  const build: WebBuild = {
    id,
    apps: names.filter((name) => name.endsWith('/index.html')).map((name) => path.posix.dirname(name)),
    files: names.filter((name) => !name.includes('/') && !isCompressed(name) && name !== MANIFEST),
    assets: names.filter(isAsset),
    ...(trackingMap && { trackingMap }),
  };
  const before = await readBuild(to);
  for (const name of names.toSorted((a, b) => Number(isAsset(b)) - Number(isAsset(a)))) {
    await mkdir(path.dirname(path.join(to, name)), { recursive: true });
    await rename(path.join(from, name), path.join(to, name));
  }
  await writeFile(path.join(to, 'build.json.new'), JSON.stringify(build, null, 1));
  await rename(path.join(to, 'build.json.new'), path.join(to, 'build.json'));
  await retire(to, { isNew: new Set(names), lastUsed: new Set(before?.assets), now });
}

/** Returns the file of an entry that has no page of its own; undefined if the build has none. */
async function entryOf(folder: string, source: string): Promise<string | undefined> {
  const manifest = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Record<string, { file: string }>;
  return manifest[source]?.file;
}

/** Takes away what no page loads any more; an asset goes when its build was replaced a week ago. */
async function retire(
  folder: string,
  { isNew, lastUsed, now }: { isNew: ReadonlySet<string>; lastUsed: ReadonlySet<string>; now: Date },
): Promise<void> {
  for (const name of await filesIn(folder)) {
    if (isNew.has(name) || name === 'build.json') continue;
    const file = path.join(folder, name);
    if (lastUsed.has(name)) await utimes(file, now, now);
    else if (!isAsset(name) || (await stat(file)).mtimeMs < now.getTime() - KEPT_MS) await rm(file);
  }
  await removeEmptyFolders(folder);
}

async function removeEmptyFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  // The deepest first: a folder of empty folders is empty.
  for (const each of folders
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort()
    .reverse())
    if ((await readdir(each)).length === 0) await rmdir(each);
}

const isAsset = (name: string) => name.startsWith('assets/');
const isCompressed = (name: string) => /\.(?:br|gz)$/.test(name);

async function readBuild(folder: string): Promise<WebBuild | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
