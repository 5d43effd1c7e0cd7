import type { ActionFile } from '../../store/driver/action.ts';
import { accountHere } from './account.ts';
import { database, keeping, STRICT } from './database.ts';
import { openBytes, sealBytes } from './seal.ts';

/**
 * Keeps a picture of a task as soon as it was taken: phones end a page while their camera is open.
 * @throws {StorageFull} when the phone has no room left for it
 */
export async function keepFile(taskId: string, kind: ActionFile['kind'], file: Blob): Promise<ActionFile> {
  const { workerId, key } = accountHere()!;
  const id = crypto.randomUUID();
  const sealed = await sealBytes(key, await file.arrayBuffer());
  const db = await database();
  const kept = { id, workerId, taskId, kind, size: file.size, sealed };
  await keeping(async () => {
    const transaction = db.transaction('files', 'readwrite', STRICT);
    await Promise.all([transaction.store.add(kept), transaction.done]);
  });
  return { id, kind, size: file.size };
}

/** A picture that lies on this phone; undefined when it was sent and is here no more. */
export async function readFile(id: string): Promise<Blob | undefined> {
  const account = accountHere();
  const kept = account && (await (await database()).get('files', id));
  if (!kept || kept.workerId !== account.workerId) return undefined;
  return new Blob([await openBytes(account.key, kept.sealed)]);
}

export async function dropFile(id: string): Promise<void> {
  await (await database()).delete('files', id);
}
