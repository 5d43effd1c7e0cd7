import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { spoolFolder } from '../files/spool.ts';
import { randomText } from '../ids.ts';
import type { Services } from '../services.ts';

/** Characters of lines that are gathered before they are written. */
const GATHERED = 65_536;

/** An object of the file store, and what it is called in an export. */
export interface ListedFile {
  id: string;
  object: string;
  name: string;
}

/** Files that are to be copied later. There may be millions, so the list is on the disk; what a killed process leaves is swept. */
export class FileList implements AsyncDisposable {
  readonly #path: string;
  readonly #handle: FileHandle;
  #lines: string[] = [];
  #gathered = 0;

  private constructor(file: string, handle: FileHandle) {
    this.#path = file;
    this.#handle = handle;
  }

  static async create({ config }: Pick<Services, 'config'>): Promise<FileList> {
    const folder = spoolFolder(config.dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, randomText(24));
    return new FileList(file, await open(file, 'wx+', 0o600));
  }

  async add(file: ListedFile): Promise<void> {
    const line = `${JSON.stringify(file)}\n`;
    this.#lines.push(line);
    this.#gathered += line.length;
    if (this.#gathered >= GATHERED) await this.#write();
  }

  async #write(): Promise<void> {
    const text = this.#lines.join('');
    this.#lines = [];
    this.#gathered = 0;
    await this.#handle.appendFile(text);
  }

  /** Yields the added files in order; nothing is added afterwards. */
  async *read(): AsyncGenerator<ListedFile> {
    await this.#write();
    for await (const line of this.#handle.readLines({ start: 0, autoClose: false })) yield JSON.parse(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }
}
