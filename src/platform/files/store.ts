import type { Readable } from 'node:stream';

/** Bytes of an object, both ends counted in. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Store for the bytes of files. We generate the keys, never from user input: parts of `[A-Za-z0-9._-]` joined by
 * slashes, none of them `.` or `..`. An object exists completely or not at all, and never changes.
 */
export interface FileStore {
  /** Takes over a local file (it is gone afterwards). What lay at the key is replaced. */
  put(key: string, localFile: string): Promise<void>;
  /** @throws {MissingObject} */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Undefined: nothing lies there. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  /** All objects whose keys begin so, in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
}

/** The store has nothing at this key. */
export class MissingObject extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`the store has no object ${key}`, options);
  }
}

const KEY = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** @throws for a key that is none: a mistake of the program */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is not a valid object key`);
  return key;
}
