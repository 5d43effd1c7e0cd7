import { contentTypeOf, PICTURE_TYPES } from '../../platform/files/content-type.ts';
import { BadPicture, readPictureFacts } from '../../platform/files/pictures.ts';
import { type SpooledFile, spool } from '../../platform/files/spool.ts';
import { follow } from '../../platform/http-client/follow.ts';
import type { Services } from '../../platform/services.ts';

const MAX_BYTES = 10 * 1024 ** 2;
const TIMEOUT_MS = 10_000;

/** A picture that was fetched and looked at; it belongs to nobody yet. */
export interface FetchedPicture extends SpooledFile {
  contentType: string;
}

/**
 * Fetches a picture from elsewhere: from public addresses only, as webhooks go (`WEBHOOK_ALLOW_INSECURE`), and only what
 * is a picture by its content. Undefined: it cannot be had.
 */
export async function fetchPicture(services: Services, address: string): Promise<FetchedPicture | undefined> {
  const body = await ask(services, address);
  if (!body) return undefined;
  const file = await spool(services, toStream(body), MAX_BYTES);
  try {
    const contentType = contentTypeOf(file.head, '');
    if (!PICTURE_TYPES.has(contentType)) throw new BadPicture('not a picture');
    await readPictureFacts(file.path);
    return { ...file, contentType };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    if (error instanceof BadPicture) return undefined;
    throw error;
  }
}

async function ask({ config, closing }: Services, address: string): Promise<Buffer | undefined> {
  const found = await follow({
    url: new URL(address),
    method: 'GET',
    headers: { accept: 'image/*' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    longer: 'fail',
    allowInsecure: config.webhookAllowInsecure,
    hosts: config.outgoingHosts,
    signal: closing,
  });
  return found?.answer.body;
}

async function* toStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
