import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const root = path.resolve(import.meta.dirname, '../..');

/** A project that has installed the TypeScript client as `npm pack` makes it. Gone with `await using`. */
export interface Project extends AsyncDisposable {
  folder: string;
  /** Path of the installed package. */
  installed: string;
}

/** Packs the client and installs it in an empty project. */
export async function projectWithClient(): Promise<Project> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-client-'));
  // A copy, since the build writes beside its sources.
  const source = path.join(folder, 'source');
  await cp(path.join(root, 'clients/typescript'), source, {
    recursive: true,
    filter: (file) => !file.endsWith('/dist') && !file.endsWith('/node_modules'),
  });
  await symlink(path.join(root, 'node_modules'), path.join(source, 'node_modules'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: source,
    env: { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'))!;
  const modules = path.join(folder, 'node_modules');
  const installed = path.join(modules, 'hubbub-client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, archive), '--strip-components=1', '-C', installed]);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'eventsource-parser'])
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  return { folder, installed, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
