/**
 * The form of a backup: one tar file, packed with gzip and, where there are recipients, encrypted with age. It begins with
 * `backup.json` ({@link BackupHeader}), then come the parts, and it ends with `end.json` ({@link BackupEnd}): a file without
 * it, or whose parts are not what it says, is no backup.
 */

import { createHash, type Hash } from 'node:crypto';

export const HEADER_ENTRY = 'backup.json';
export const END_ENTRY = 'end.json';
/** Files of the database's cluster, below this name. */
export const CLUSTER = 'cluster/';
/** Pieces of a dump, in their order, below this name. */
export const DUMP = 'dump/';
/** Files that people have uploaded, below this name. */
export const FILES = 'files/';
/** The key that seals secrets in the database. */
export const KEY_ENTRY = 'secret.key';

/** Version of the format; a program reads all versions up to its own. */
export const FORM = 1;

/** In which form the database is there; `version` is PostgreSQL's major one. */
export type DatabaseForm =
  /** Files of Hubbub's own PostgreSQL, which are for one kind of machine, such as `linux-x64`. */
  | { kind: 'cluster'; version: number; machine: string }
  /** Dump of an external database by `pg_dump`. */
  | { kind: 'dump'; version: number };

/** Content of a backup, and the program that can restore it. */
export interface BackupHeader {
  form: number;
  /** Version of the Hubbub that made it. */
  program: string;
  /** ISO 8601; the database is as it was some time after it. */
  begunAt: string;
  database: DatabaseForm;
  /** Names of those that the database had. */
  migrations: string[];
  /** Whether the sealing key is in it; else it is where SECRET_KEY says. */
  hasKey: boolean;
  /** Archive of the changes after it, if configured: its name there, and the log position to replay from. */
  archive?: { id: string; from: string };
}

/** Trailer of a complete backup. */
export interface BackupEnd {
  entries: number;
  /** Total size of all entries. */
  bytes: number;
  /** Digest over their names, sizes and bytes in order; hexadecimal. */
  sha256: string;
}

/** Counts and digests entries: whoever writes a backup and whoever reads it do the same. */
export class BackupSum {
  readonly #hash: Hash = createHash('sha256');
  #entries = 0;
  #bytes = 0;

  entry(name: string, size: number): void {
    this.#entries++;
    this.#hash.update(`${name}\0${size}\0`);
  }

  chunk(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  end(): BackupEnd {
    return { entries: this.#entries, bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}

/** A sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
  /** Printed without a stack. */
  readonly expected = true;
}
