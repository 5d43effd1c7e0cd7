import { open, openBytes, seal, sealBytes } from '../../shared/disk/seal.ts';
import type { Account } from './account.ts';
import { database, storing } from './database.ts';

/** Keeps what the server said last, or what is being filled in, under a name. @throws {StorageFull} */
export async function keepCopy({ workerId, key }: Account, name: string, value: unknown): Promise<void> {
  const sealed = await seal(key, value);
  const db = await database();
  await storing(() => db.put('copies', { workerId, name, sealed }));
}

/** Returns the copy stored under a name; undefined also if it was encrypted with another key. */
export async function copyOf<T>({ workerId, key }: Account, name: string): Promise<T | undefined> {
  const stored = await (await database()).get('copies', [workerId, name]);
  return stored && open<T>(key, stored.sealed).catch(() => undefined);
}

export async function dropCopy({ workerId }: Account, name: string): Promise<void> {
  await (await database()).delete('copies', [workerId, name]);
}

/** Keeps bytes that can be loaded again under a name, of which the first part is `LOADABLE`. @throws where the phone has no room */
export async function keepBytes({ workerId, key }: Account, name: string, bytes: ArrayBuffer): Promise<void> {
  const sealed = await sealBytes(key, bytes);
  const db = await database();
  await db.put('copies', { workerId, name, sealed });
}

/** Returns the bytes stored under a name; undefined also if they were encrypted with another key. */
export async function bytesOf({ workerId, key }: Account, name: string): Promise<ArrayBuffer | undefined> {
  const stored = await (await database()).get('copies', [workerId, name]);
  return stored && openBytes(key, stored.sealed).catch(() => undefined);
}

/** Returns how many names begin so. */
export async function countOfCopies({ workerId }: Account, start: string): Promise<number> {
  return (await database()).count('copies', IDBKeyRange.bound([workerId, start], [workerId, `${start}\uffff`]));
}
