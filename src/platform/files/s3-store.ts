import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { type ByteRange, checkKey, type FileStore, MissingObject, type StoredObject } from './store.ts';

/** A bucket of any store that speaks the S3 protocol. */
export interface S3Options {
  bucket: string;
  region: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  /** Undefined: found as Amazon's library finds them (role of the machine, its own files). */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
}

type Sdk = typeof import('@aws-sdk/client-s3');

/** Files in a bucket. The library is loaded at the first use: who keeps files in a folder need not have it. */
export class S3Store implements FileStore {
  readonly #options: S3Options;
  #opened: Promise<{ client: S3Client; sdk: Sdk }> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  async put(key: string, localFile: string): Promise<void> {
    const { client, sdk } = await this.#open();
    const { size } = await stat(localFile);
    const body = createReadStream(localFile);
    try {
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: this.#options.bucket,
          Key: checkKey(key),
          Body: body,
          ContentLength: size,
          ContentType: 'application/octet-stream',
        }),
      );
    } finally {
      body.destroy();
    }
    await rm(localFile, { force: true });
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const { client, sdk } = await this.#open();
    const command = new sdk.GetObjectCommand({
      Bucket: this.#options.bucket,
      Key: checkKey(key),
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    });
    const answer = await client.send(command).catch((error: Error) => {
      throw isMissing(error) ? new MissingObject(key, { cause: error }) : error;
    });
    return answer.Body as Readable;
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    const { client, sdk } = await this.#open();
    try {
      const head = await client.send(new sdk.HeadObjectCommand({ Bucket: this.#options.bucket, Key: checkKey(key) }));
      return { key, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (error) {
      if (isMissing(error as Error)) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const { client, sdk } = await this.#open();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: this.#options.bucket, Key: checkKey(key) }));
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const { client, sdk } = await this.#open();
    let token: string | undefined;
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: this.#options.bucket, Prefix: prefix, ContinuationToken: token }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  #open(): Promise<{ client: S3Client; sdk: Sdk }> {
    this.#opened ??= this.#load();
    return this.#opened;
  }

  async #load(): Promise<{ client: S3Client; sdk: Sdk }> {
    const sdk = await import('@aws-sdk/client-s3');
    const { region, endpoint, accessKeyId, secretAccessKey } = this.#options;
    const client = new sdk.S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // Stores other than Amazon's know no checksums at the end of a body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    return { client, sdk };
  }
}

function isMissing(error: Error): boolean {
  return error.name === 'NoSuchKey' || error.name === 'NotFound';
}
