import { anyText, integer, oneOf, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Files that people upload: where they are kept, how large they may be, who looks at them. */
export const storageSettings = {
  fileStore: {
    variable: 'FILE_STORE',
    about: 'Where files are kept: `folder` (in DATA_DIR) or `s3`.',
    fallback: 'folder',
    read: oneOf('folder', 's3'),
  },
  s3Bucket: { variable: 'S3_BUCKET', about: 'Bucket of the S3-compatible store.', read: anyText },
  s3Region: { variable: 'S3_REGION', about: 'Region of the bucket.', fallback: 'us-east-1', read: anyText },
  s3Endpoint: {
    variable: 'S3_ENDPOINT',
    about: "Address of an S3-compatible store other than Amazon's.",
    read: url('http:', 'https:'),
  },
  s3AccessKeyId: {
    variable: 'S3_ACCESS_KEY_ID',
    about: "Key of the store; without it, Amazon's usual places are looked at.",
    read: anyText,
  },
  s3SecretAccessKey: { variable: 'S3_SECRET_ACCESS_KEY', about: 'Secret of that key.', isSecret: true, read: anyText },
  uploadLimitMib: {
    variable: 'UPLOAD_LIMIT_MIB',
    about: 'Largest file of one upload request in MiB.',
    fallback: '25',
    read: integer(1, 1024),
  },
  resumableUploadLimitMib: {
    variable: 'UPLOAD_RESUMABLE_LIMIT_MIB',
    about: 'Largest file that is uploaded in parts, in MiB.',
    fallback: '1024',
    read: integer(1, 102_400),
  },
  uploadQuotaMib: {
    variable: 'UPLOAD_QUOTA_MIB',
    about: 'All files of an organization in MiB; 0 is no limit. Unfinished uploads in parts take half of it at most.',
    fallback: '10240',
    read: integer(0, 1_000_000_000),
  },
  clamdAddress: {
    variable: 'CLAMD_ADDRESS',
    about:
      'Virus scanner (clamd) that sees every upload: the path of its socket, or `host:port` (it knows no credentials, so let nobody else reach that).',
    read: anyText,
  },
} satisfies Settings;

/** @throws {ConfigError} where a store of files is chosen and not its bucket */
export function checkStorage({ fileStore, s3Bucket }: ValuesOf<typeof storageSettings>): void {
  if (fileStore === 's3' && !s3Bucket)
    throw new ConfigError('S3_BUCKET must say which bucket, since FILE_STORE is s3.');
}
