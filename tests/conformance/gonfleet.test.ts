import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startForReader } from '../clients/reader.ts';

const run = promisify(execFile);
const MODULE = 'github.com/onfleet/gonfleet';
const VERSION = 'v0.6.0';

/** Folder of the client's source, where no module proxy has it. */
const { GONFLEET } = process.env;

test('gonfleet creates, reads, clones and deletes', { timeout: 110_000 }, async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-gonfleet-'));
  const go = (env: Record<string, string>, ...args: string[]) =>
    run('go', args, { cwd: folder, env: { ...process.env, ...env }, timeout: 100_000 });
  try {
    await cp(path.join(import.meta.dirname, 'gonfleet'), folder, { recursive: true });
    try {
      await go({}, 'mod', 'init', 'reader');
      if (GONFLEET) await go({}, 'mod', 'edit', `-require=${MODULE}@${VERSION}`, `-replace=${MODULE}=${GONFLEET}`);
      else await go({}, 'get', `${MODULE}@${VERSION}`);
      await go({}, 'mod', 'tidy');
    } catch {
      return context.skip(`there is no go with ${MODULE}; GONFLEET=… names a folder with its source`);
    }
    await using reader = await startForReader();
    const { stdout } = await go(reader.environment, 'run', '.');
    assert.match(stdout, /^Wim Worker 4 true Ring twice Rosa Recipient 2 ResourceNotFound: .*There is no such task\./s);
  } finally {
    await rm(folder, { recursive: true });
  }
});
