import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

const MIB = 2 ** 20;
const SIZE_MIB = 640;

/** Why there can be no small disk here; undefined when there can. */
export function lacksSmallDisks(): string | undefined {
  const may = spawnSync('unshare', ['-m', 'nsenter', '--version']).status === 0;
  return may && process.getuid?.() === 0 ? undefined : 'a full disk: only root may mount one (unshare, nsenter)';
}

/** A file system in memory over a folder, for the programs that are started in it alone. It is gone with them. */
export class SmallDisk implements AsyncDisposable {
  readonly #holder: ChildProcess;
  readonly #folder: string;

  private constructor(holder: ChildProcess, folder: string) {
    this.#holder = holder;
    this.#folder = folder;
  }

  static async over(folder: string): Promise<SmallDisk> {
    const script = `mount -t tmpfs -o size=${SIZE_MIB}m,mode=755 hubbub "$0" && echo mounted && exec cat`;
    const holder = spawn('unshare', ['-m', 'sh', '-c', script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    const first = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
    if (!String(first[0]).includes('mounted')) throw new Error('the small disk cannot be mounted');
    return new SmallDisk(holder, folder);
  }

  /** A command that runs where the disk is. */
  within(command: readonly string[]): string[] {
    return ['nsenter', '-t', String(this.#holder.pid), '-m', ...command];
  }

  /** The same file, as it is called out here. */
  seen(file: string): string {
    return `/proc/${this.#holder.pid}/root${file}`;
  }

  get #filler(): string {
    return this.seen(path.join(this.#folder, 'filler'));
  }

  /** Takes all the room there is. */
  async fill(): Promise<void> {
    const file = await open(this.#filler, 'w');
    const isFull = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
      return true;
    };
    for (const size of [MIB, 4096]) while (!(await file.write(Buffer.alloc(size, 1)).then(() => false, isFull)));
    await file.close();
  }

  async makeRoom(): Promise<void> {
    await rm(this.#filler, { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#holder, 'exit');
    this.#holder.stdin!.end();
    await ended;
  }
}
