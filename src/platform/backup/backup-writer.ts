import { PackedFile, type PackedKind } from '../packing/packed-file.ts';
import { encryptFor } from './age.ts';
import { type BackupEnd, BackupError, type BackupHeader, BackupSum, END_ENTRY, HEADER_ENTRY } from './backup-form.ts';

/** Kind of packed file, as sentences name it. */
export const BACKUP: PackedKind = { noun: 'backup', error: BackupError };

/** Writes a backup: a packed file that ends with the sum of what it holds. */
export class BackupWriter implements AsyncDisposable {
  readonly #packed: PackedFile;
  readonly #sum = new BackupSum();

  private constructor(packed: PackedFile) {
    this.#packed = packed;
  }

  /**
   * @param recipients that it is encrypted for; none: it is not
   * @throws {BackupError} when there is something of that name
   */
  static async create(file: string, recipients: readonly string[] = []): Promise<BackupWriter> {
    const encrypt = (packed: AsyncIterable<Uint8Array>) => encryptFor(recipients, packed);
    return new BackupWriter(await PackedFile.create(file, recipients.length === 0 ? BACKUP : { ...BACKUP, encrypt }));
  }

  /** Bytes of all entries so far. */
  get bytes(): number {
    return this.#sum.bytes;
  }

  async addHeader(header: BackupHeader): Promise<void> {
    await this.addText(HEADER_ENTRY, JSON.stringify(header));
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.add(name, bytes.length, [bytes]);
  }

  addFolder(name: string): void {
    this.#sum.entry(name, 0);
    this.#packed.addFolder(name);
  }

  /**
   * @param size bytes; exactly so many must come
   * @throws {BackupError} when it cannot be written
   */
  async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    this.#sum.entry(name, size);
    await this.#packed.add(name, size, summed(content, this.#sum));
  }

  /** Ends it: only now there is a file of its name. */
  async finish(): Promise<BackupEnd> {
    const end = this.#sum.end();
    await this.addText(END_ENTRY, JSON.stringify(end));
    await this.#packed.finish();
    return end;
  }

  /** Removes what is not finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#packed[Symbol.asyncDispose]();
  }
}

async function* summed(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sum: BackupSum,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    sum.chunk(chunk);
    yield chunk;
  }
}
