import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { splitLines } from '../lines.ts';
import type { SourceTask } from './shapes.ts';

/**
 * Completed tasks in a temporary file, a line of JSON each. The file has lost its name before anything is written: a run
 * that is killed leaves no names and addresses of people behind.
 */
export class CompletedTasks implements AsyncDisposable {
  readonly #file: FileHandle;
  count = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(): Promise<CompletedTasks> {
    const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-fleet-'));
    try {
      return new CompletedTasks(await open(path.join(folder, 'completed'), 'wx+', 0o600));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async add(tasks: readonly SourceTask[]): Promise<void> {
    if (tasks.length === 0) return;
    await this.#file.appendFile(tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
    this.count += tasks.length;
  }

  /** Reads the tasks in the order in which they were added. */
  async *read(): AsyncGenerator<SourceTask> {
    const stream = this.#file.createReadStream({ start: 0, autoClose: false });
    for await (const line of splitLines(stream, 'The file of completed tasks')) yield JSON.parse(line);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}
