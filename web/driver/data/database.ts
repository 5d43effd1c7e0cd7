import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Sealed } from '../../shared/disk/seal.ts';

/** Stored account of this phone's worker. Its data cannot be read without the key. */
export interface StoredAccount {
  workerId: string;
  personId: string;
  organizationId: string;
  organizationName: string;
  key: CryptoKey | null;
}

/** A picture that was taken here, in the hands of nobody else yet. */
export interface StoredFile {
  id: string;
  workerId: string;
  taskId: string;
  kind: 'photo' | 'signature';
  size: number;
  sealed: Sealed;
}

interface DriverSchema extends DBSchema {
  account: { key: 'here'; value: StoredAccount };
  actions: {
    key: number;
    value: { seq?: number; id: string; workerId: string; sealed: Sealed };
    indexes: { workerId: string };
  };
  files: { key: string; value: StoredFile; indexes: { workerId: string } };
  /** Last answers of the server, and forms in progress. */
  copies: { key: [workerId: string, name: string]; value: { workerId: string; name: string; sealed: Sealed } };
  positions: {
    key: number;
    value: { seq?: number; workerId: string; sealed: Sealed };
    indexes: { workerId: string };
  };
}

export type DriverDatabase = IDBPDatabase<DriverSchema>;

/** The only place of what is not sent: everything in it is sealed with its worker's key. */
const NAME = 'hubbub-driver';
const VERSION = 1;

let opened: Promise<DriverDatabase> | undefined;

/** The database of this phone, the same for all tabs. @throws where the browser keeps nothing; it is tried again when it is next needed */
export function database(): Promise<DriverDatabase> {
  opened ??= openDatabase().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function openDatabase(): Promise<DriverDatabase> {
  return openDB<DriverSchema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('account');
      db.createObjectStore('actions', { keyPath: 'seq', autoIncrement: true }).createIndex('workerId', 'workerId');
      db.createObjectStore('files', { keyPath: 'id' }).createIndex('workerId', 'workerId');
      db.createObjectStore('copies', { keyPath: ['workerId', 'name'] });
      db.createObjectStore('positions', { keyPath: 'seq', autoIncrement: true }).createIndex('workerId', 'workerId');
    },
    // A newer page in another tab: this one lets go, and opens it again when it next needs it.
    blocking: (_current, _blocked, event) => {
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = undefined;
    },
  });
}

/** An action must be on the disk before the driver sees it confirmed. */
export const STRICT = { durability: 'strict' } as const;

/** The phone has no room left for it. */
export class StorageFull extends Error {}

/** Begins the names of copies that the server has too, of streets: where the phone is full, they make room for a driver's work. */
export const LOADABLE = 'map ';

/**
 * Writes what cannot be had again.
 * @throws {StorageFull} for what does not fit, also without what can be loaded again; nothing of it is kept then
 */
export async function storing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write().catch(async (error) => {
      if (!isFull(error) || !(await dropLoadable(() => true))) throw error;
      return write();
    });
  } catch (error) {
    if (isFull(error)) throw new StorageFull();
    throw error;
  }
}

const isFull = (error: unknown) => (error as Error).name === 'QuotaExceededError';

/** Deletes copies of all workers that can be loaded again. @returns whether there were any */
export async function dropLoadable(isOver: (workerId: string, name: string) => boolean): Promise<boolean> {
  const { store, done } = (await database()).transaction('copies', 'readwrite');
  const keys = (await store.getAllKeys()).filter(
    ([workerId, name]) => name.startsWith(LOADABLE) && isOver(workerId, name),
  );
  await Promise.all([...keys.map((key) => store.delete(key)), done]);
  return keys.length > 0;
}
