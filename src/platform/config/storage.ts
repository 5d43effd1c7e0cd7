import { anyText, integer, oneOf, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Files that people upload: where they are kept, how large they may be, who looks at them. */
export const storageSettings = {
  fileStore: {
    variable: 'FILE_STORE',
    about: 'File store: `folder` (in DATA_DIR) or `s3`.',
    fallback: 'folder',
    read: oneOf('folder', 's3'),
  },
  s3Bucket: { variable: 'S3_BUCKET', about: 'Bucket in the S3-compatible store.', read: anyText },
  s3Region: { variable: 'S3_REGION', about: 'Region of the bucket.', fallback: 'us-east-1', read: anyText },
  s3Endpoint: {
    variable: 'S3_ENDPOINT',
    about: "URL of an S3-compatible store other than Amazon's.",
    read: url('http:', 'https:'),
  },
  s3AccessKeyId: {
    variable: 'S3_ACCESS_KEY_ID',
    about: "Access key of the store; unset: Amazon's default credential chain.",
    read: anyText,
  },
  s3SecretAccessKey: {
    variable: 'S3_SECRET_ACCESS_KEY',
    about: 'Secret of the access key.',
    isSecret: true,
    read: anyText,
  },
  uploadLimitMib: {
    variable: 'UPLOAD_LIMIT_MIB',
    about: 'Maximum size in MiB of a file uploaded in one request.',
    fallback: '25',
    read: integer(1, 1024),
  },
  resumableUploadLimitMib: {
    variable: 'UPLOAD_RESUMABLE_LIMIT_MIB',
    about: 'Maximum size in MiB of a file uploaded in parts.',
    fallback: '1024',
    read: integer(1, 102_400),
  },
  uploadQuotaMib: {
    variable: 'UPLOAD_QUOTA_MIB',
    about:
      "Maximum total size in MiB of an organization's files; 0: no limit. Unfinished uploads in parts may use up to half of it.",
    fallback: '10240',
    read: integer(0, 1_000_000_000),
  },
  clamdAddress: {
    variable: 'CLAMD_ADDRESS',
    about:
      'Virus scanner (clamd) that checks every upload: the path of its socket, or `host:port`. clamd has no authentication, so block other access to that port.',
    read: anyText,
  },
} satisfies Settings;

/** @throws {ConfigError} where a store of files is chosen and not its bucket */
export function checkStorage({ fileStore, s3Bucket }: ValuesOf<typeof storageSettings>): void {
  if (fileStore === 's3' && !s3Bucket) throw new ConfigError('S3_BUCKET must be set because FILE_STORE is s3.');
}
