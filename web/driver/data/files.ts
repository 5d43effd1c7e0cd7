import { openBytes, sealBytes } from '../../shared/disk/seal.ts';
import type { ActionFile } from '../../store/driver/action.ts';
import { accountHere } from './account.ts';
import { database, STRICT, storing } from './database.ts';

/**
 * Keeps a picture of a task as soon as it was taken: phones end a page while their camera is open.
 * @throws {StorageFull} when the phone has no room left for it
 */
export async function keepFile(taskId: string, kind: ActionFile['kind'], file: Blob): Promise<ActionFile> {
  const { workerId, key } = accountHere()!;
  const id = crypto.randomUUID();
  const sealed = await sealBytes(key, await file.arrayBuffer());
  const db = await database();
  const stored = { id, workerId, taskId, kind, size: file.size, sealed };
  await storing(async () => {
    const transaction = db.transaction('files', 'readwrite', STRICT);
    await Promise.all([transaction.store.add(stored), transaction.done]);
  });
  return { id, kind, size: file.size };
}

/** A picture that lies on this phone; undefined when it was sent and is here no more. */
export async function readFile(id: string): Promise<Blob | undefined> {
  const account = accountHere();
  const stored = account && (await (await database()).get('files', id));
  if (!stored || stored.workerId !== account.workerId) return undefined;
  return new Blob([await openBytes(account.key, stored.sealed)]);
}

export async function dropFile(id: string): Promise<void> {
  await (await database()).delete('files', id);
}
