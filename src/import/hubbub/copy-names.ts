import { createHash } from 'node:crypto';

const OBJECT_ID = /(?<!\\)"([A-Za-z0-9]{24})"/g;
/** Addresses of uploads in texts, and the part of them that is kept beside an upload. */
const UPLOAD = /(\/user_uploads\/(?:thumbnail\/)?|"path_id": ")(\d+\/[A-Za-z0-9]+)\/([A-Za-z0-9]{24})\//g;

/**
 * New names of an organization that comes beside the exported one: its own ID, and those of its files, which are of all
 * organizations together. They follow from the old ones, so a run that was killed goes on with the same.
 */
export class CopyNames {
  readonly #from: string;
  readonly #to: string;
  readonly #files: ReadonlySet<string>;

  /**
   * @param organization IDs of the exported organization and of the new one
   * @param files IDs of the export's files
   */
  constructor(organization: { from: string; to: string }, files: ReadonlySet<string>) {
    this.#from = organization.from;
    this.#to = organization.to;
    this.#files = files;
  }

  /** Returns the name of a file here. */
  fileOf(id: string): string {
    return createHash('sha256').update(`${this.#to} ${id}`).digest('hex').slice(0, 24);
  }

  /** Returns the JSON of a row with the names that things have here. */
  rename(line: string): string {
    return line
      .replaceAll(OBJECT_ID, (all, id: string) => {
        if (id === this.#from) return `"${this.#to}"`;
        return this.#files.has(id) ? `"${this.fileOf(id)}"` : all;
      })
      .replaceAll(UPLOAD, (_all, before: string, folder: string, secret: string) => {
        return `${before}${folder}/${this.fileOf(secret)}/`;
      });
  }
}
