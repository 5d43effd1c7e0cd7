import { readEmojiName } from '../../chat/realm-emoji/emoji-name.ts';
import { MAX_EMOJI } from '../../chat/realm-emoji/realm-emoji.ts';
import { ArchiveError, type ImportArchive } from '../archive/archive.ts';
import { type JsonObject, readList } from '../json.ts';
import { HeldRows, readRows } from '../json-rows.ts';
import { UniqueNames } from '../names.ts';
import type { Report } from '../report.ts';
import type { SourceEmoji, SourceFile, SourcePicture } from '../source.ts';
import { byId, type Tables } from './tables.ts';
import { rowId, textIn } from './values.ts';

/** Bytes of a picture. */
const MAX_PICTURE = 10 * 2 ** 20;
/** Characters of a path, which is in an index. */
const MAX_PATH = 900;

/** Uploads, emoji and avatars of the export. */
export class ZulipFiles {
  readonly #archive: ImportArchive;
  readonly #report: Report;
  readonly #seen: (bytes: Buffer) => void;
  readonly #known: ReadonlySet<string>;
  readonly #uploads = new Map<string, SourceFile>();
  readonly #used = new Set<string>();
  /** Uploads whose bytes are not in the archive. */
  readonly #missing = new Set<string>();

  /** @param seen receives the bytes of the lists */
  constructor(archive: ImportArchive, report: Report, seen: (bytes: Buffer) => void) {
    this.#archive = archive;
    this.#report = report;
    this.#seen = seen;
    this.#known = new Set(archive.files);
  }

  /**
   * Reads which uploads there are.
   * @param limit bytes of one
   */
  async readUploads(limit: number): Promise<void> {
    const files = new Map<string, string>();
    for (const row of await this.#records('uploads')) {
      const path = textIn(row, 'path');
      files.set(textIn(row, 's3_path') || path, `uploads/${path}`);
    }
    const held = new HeldRows();
    for await (const { table, row, bytes } of readRows(this.#archive, 'attachment.json', this.#seen)) {
      if (table !== 'zerver_attachment') continue;
      held.add({ bytes }, 'attachment.json');
      const path = textIn(row, 'path_id').normalize('NFC');
      if (path === '' || path.length > MAX_PATH) continue;
      if (this.#uploads.has(path)) throw new ArchiveError(`attachment.json has ${JSON.stringify(path)} twice.`);
      const file = [files.get(path), `uploads/${path}`].find((each) => each !== undefined && this.#known.has(each));
      const owner = rowId(row, 'owner');
      this.#uploads.set(path, {
        key: path,
        name: textIn(row, 'file_name') || path.slice(path.lastIndexOf('/') + 1),
        ...(owner !== undefined && { owner }),
        fetch: () => this.#bytesOf(file, limit),
      });
      if (file === undefined) this.#missing.add(path);
    }
  }

  hasUpload = (path: string): boolean => this.#uploads.has(path);

  /** The upload of a path. */
  upload(path: string): SourceFile | undefined {
    const file = this.#uploads.get(path);
    if (file) this.#used.add(path);
    return file;
  }

  /** Counts what was used, and what nothing refers to. */
  reportUploads(): void {
    for (const path of this.#uploads.keys())
      if (!this.#used.has(path)) this.#report.add('files', 'stays', 'No message links to them.');
      else if (this.#missing.has(path)) this.#report.add('files', 'stays', 'The archive lacks their content.');
      else this.#report.add('files', 'comes');
  }

  /** The organization's own emoji. Of a name one is in use. */
  async readEmoji(tables: Tables): Promise<SourceEmoji[]> {
    const records = new Map((await this.#records('emoji')).map((row) => [textIn(row, 'file_name'), row]));
    const byName = new Map(
      this.#archive.files
        .filter((file) => file.startsWith('emoji/'))
        .map((file) => [file.slice(file.lastIndexOf('/') + 1), file]),
    );
    const inUse = new UniqueNames();
    const found: SourceEmoji[] = [];
    const rows = [...byId(tables.get('realmemoji')!, 'emoji')];
    for (const [key, row] of rows) {
      const fileName = textIn(row, 'file_name');
      const path = textIn(records.get(fileName) ?? {}, 'path');
      const at = `emoji/${path}`;
      const file = [`${at}.original`, at].find((each) => this.#known.has(each)) ?? byName.get(fileName);
      const name = emojiNameOf(textIn(row, 'name'));
      if (file === undefined || name === undefined || found.length >= MAX_EMOJI) {
        this.#report.add('emoji', 'stays', 'The archive lacks their picture, or Hubbub does not allow their name.');
        continue;
      }
      const isTaken = row.deactivated !== true && inUse.take(name, 1000) !== name;
      if (row.deactivated === true || isTaken) this.#report.add('emoji', 'changed', 'They are deactivated.');
      else this.#report.add('emoji', 'comes');
      found.push({
        key,
        name,
        author: rowId(row, 'author'),
        isDeactivated: row.deactivated === true || isTaken,
        fetch: () => this.#bytesOf(file, MAX_PICTURE),
      });
    }
    return found;
  }

  /** Pictures of people. */
  async readAvatars(tables: Tables): Promise<SourcePicture[]> {
    const records = Map.groupBy(await this.#records('avatars'), (row) => rowId(row, 'user_profile'));
    const found: SourcePicture[] = [];
    for (const row of tables.get('userprofile')!) {
      const key = rowId(row, 'id')!;
      const paths = (records.get(key) ?? []).map((each) => `avatars/${textIn(each, 'path')}`);
      // The one that was uploaded, or the one that was made of it.
      const ordered = paths.toSorted((a, b) => Number(b.endsWith('.original')) - Number(a.endsWith('.original')));
      const file = ordered.find((each) => this.#known.has(each));
      if (row.avatar_source !== 'U') continue;
      if (file === undefined) this.#report.add('avatars', 'stays', 'Their picture is not in the archive.');
      else {
        this.#report.add('avatars', 'comes');
        found.push({ key, fetch: () => this.#bytesOf(file, MAX_PICTURE) });
      }
    }
    return found;
  }

  async #records(folder: string): Promise<JsonObject[]> {
    const file = `${folder}/records.json`;
    return this.#known.has(file) ? await readList(this.#archive, file, this.#seen) : [];
  }

  async #bytesOf(file: string | undefined, limit: number): Promise<Buffer | undefined> {
    if (file === undefined || (await this.#archive.sizeOf(file)) > limit) return undefined;
    return this.#archive.read(file, limit);
  }
}

function emojiNameOf(given: string): string | undefined {
  try {
    return readEmojiName(given.slice(0, 100));
  } catch {
    return undefined;
  }
}
