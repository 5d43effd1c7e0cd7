import path from 'node:path';
import type { Config } from '../config.ts';
import { perServices } from '../per-services.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

/** The store of a kind as the settings describe it: `FILE_STORE` says which is in use. */
export function openFileStore(kind: Config['fileStore'], config: Config): FileStore {
  if (kind === 'folder') return new FolderStore(path.join(config.dataDir, 'files'));
  // A setting of the bucket is checked where the settings are read.
  return openBucket(config.s3Bucket ?? '', config);
}

/** A bucket of the S3-compatible store of the settings. */
export function openBucket(bucket: string, config: Config): FileStore {
  return new S3Store({
    bucket,
    region: config.s3Region,
    endpoint: config.s3Endpoint,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
  });
}

/** The store of a running program. */
export const fileStore = perServices<FileStore>(({ config }) => openFileStore(config.fileStore, config));

/** Names where files are, for comparing: of two processes, and of a restore that is begun again. */
export const storeName = ({ fileStore, s3Endpoint = '', s3Bucket = '' }: Config): string =>
  fileStore === 'folder' ? 'folder' : `s3 ${s3Endpoint} ${s3Bucket}`;
