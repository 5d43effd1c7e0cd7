import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startForReader } from '../clients/reader.ts';

const run = promisify(execFile);

/** Clients in Go. `variable` may name a folder with the source, where no module proxy has it. */
const CLIENTS = [
  {
    name: 'gonfleet',
    does: 'creates, reads, clones and deletes',
    module: 'github.com/onfleet/gonfleet',
    version: 'v0.6.0',
    variable: 'GONFLEET',
    prints: /^Wim Worker 4 true Ring twice Rosa Recipient 2 ResourceNotFound: .*There is no such task\./s,
  },
  {
    name: 'go-zulip',
    does: 'sends, reacts, edits, reads events and deletes',
    module: 'github.com/wakumaku/go-zulip',
    version: 'v0.2.0-beta',
    variable: 'GO_ZULIP',
    prints: /^<p>Gate 4 is open<\/p>\nmessage\nupdate_message\n$/,
  },
];

for (const { name, does, module, version, variable, prints } of CLIENTS)
  test(`${name} ${does}`, { timeout: 110_000 }, async (context) => {
    const folder = await mkdtemp(path.join(tmpdir(), `hubbub-${name}-`));
    const go = (env: Record<string, string>, ...args: string[]) =>
      run('go', args, { cwd: folder, env: { ...process.env, ...env }, timeout: 100_000 });
    const source = process.env[variable];
    try {
      await cp(path.join(import.meta.dirname, name), folder, { recursive: true });
      try {
        await go({}, 'mod', 'init', 'reader');
        if (source) await go({}, 'mod', 'edit', `-require=${module}@${version}`, `-replace=${module}=${source}`);
        else await go({}, 'get', `${module}@${version}`);
        // Only what the program needs, not the tools of the module's authors.
        await go({}, 'build', '-mod=mod', '-o', 'program', '.');
      } catch (error) {
        const { stderr = '' } = error as { stderr?: string };
        assert.doesNotMatch(stderr, /main\.go/, 'the program does not compile');
        return context.skip(`there is no go with ${module}; ${variable}=… names a folder with its source`);
      }
      await using reader = await startForReader();
      const env = { ...process.env, ...reader.environment };
      const { stdout } = await run(path.join(folder, 'program'), { env, timeout: 60_000 });
      assert.match(stdout, prints);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
