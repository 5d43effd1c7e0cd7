/** Starts an archive as its operator would, to see that it serves. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 120_000;
const PAUSE_MS = 100;

/**
 * Unpacks an archive and starts it, with no more than a shell's own programs, until it is ready.
 * @param top folder within the archive
 * @returns seconds until it was ready
 * @throws with its output if it ends, or is not ready within two minutes
 */
export async function tryArchive(archive: string, top: string): Promise<number> {
  const place = await mkdtemp(path.join(tmpdir(), 'hubbub-trial-'));
  try {
    execFileSync('tar', ['-xzf', archive, '-C', place]);
    const port = await freePort();
    const env = { PATH: '/usr/bin:/bin', DATA_DIR: path.join(place, 'data'), PORT: String(port) };
    const began = performance.now();
    const program = spawn(path.join(place, top, 'hubbub'), ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(program, 'exit');
    let output = '';
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (output += text));
    try {
      while (!(await isReady(port))) {
        if (program.exitCode !== null || performance.now() - began > PATIENCE_MS)
          throw new Error(`${path.basename(archive)} does not serve.\n${output}`);
        await pause(PAUSE_MS);
      }
      return (performance.now() - began) / 1000;
    } finally {
      program.kill('SIGTERM');
      await ended;
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
