import type { Tx } from '../../platform/db/tx.ts';
import {
  discardObjects,
  doStoreFile,
  QuotaExceeded,
  type StoredFile,
  uploadQuota,
} from '../../platform/files/files.ts';
import type { Services } from '../../platform/services.ts';
import { invalidValue } from '../http/errors.ts';

/** A file whose bytes are in the store. Unless it is kept in a transaction, they go again with `await using`. */
export interface StagedFile<File extends StoredFile = StoredFile> extends AsyncDisposable {
  file: File;
  /** @throws {DispatchError} 1000 when the organization's files have no room left */
  keep(tx: Tx): Promise<void>;
}

/** The refusal when the organization's quota is exceeded. */
export const noRoomLeft = () => invalidValue("The organization's file storage is full.");

export function stageFile<File extends StoredFile>(services: Services, file: File): StagedFile<File> {
  let isStored = false;
  return {
    file,
    async keep(tx) {
      isStored = true;
      await doStoreFile(tx, file, uploadQuota(services)).catch((error) => {
        isStored = false;
        throw error instanceof QuotaExceeded ? noRoomLeft() : error;
      });
    },
    async [Symbol.asyncDispose]() {
      if (!isStored) await discardObjects(services, file.organizationId, file.id);
    },
  };
}
