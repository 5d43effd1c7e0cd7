import { Refusal } from '../../shared/session/request.ts';
import type { ActionFile } from '../../store/driver/action.ts';
import { noteAnswer, offlineSince } from './connection.ts';

/** Path for uploads in parts by the protocol of https://tus.io (version 1.0.0). */
const DOOR = '/api/v2/tus';

/** A picture on a bad line takes its time; a line that carries nothing is given up after so long. */
const PATIENCE_MS = 180_000;

/** An upload of that address is not known (any more): it begins anew. */
const GONE = [404, 410];

/** Statuses about the progress of an upload, which continues or restarts; not about the picture. */
const OF_COURSE = [...GONE, 409, 423];

/** Whether the server does not take the picture, as far as the answer can tell. */
export function isPictureRefused(error: unknown): boolean {
  return error instanceof Refusal && !OF_COURSE.includes(error.status);
}

/**
 * Brings a picture to the server, from where it was broken off.
 * @param onBegun keeps where it was begun
 * @returns what the server calls it
 * @throws {Refusal} what the server says; another error when it cannot be reached
 */
export async function upload(
  file: ActionFile,
  bytes: Blob,
  onBegun: (uploadUrl: string) => Promise<void>,
): Promise<string> {
  if (file.uploadUrl) {
    const resumed = await resume(file.uploadUrl, bytes);
    if (resumed) return resumed;
  }
  const begun = await tus(DOOR, { method: 'POST', headers: { 'upload-length': String(bytes.size) } });
  const uploadUrl = new URL(begun.headers.get('location')!, location.href).pathname;
  await onBegun(uploadUrl);
  return send(uploadUrl, bytes, 0);
}

/** @returns undefined when the server knows nothing of it */
async function resume(uploadUrl: string, bytes: Blob): Promise<string | undefined> {
  try {
    const { headers } = await tus(uploadUrl, { method: 'HEAD' });
    return await send(uploadUrl, bytes, Number(headers.get('upload-offset')));
  } catch (error) {
    if (error instanceof Refusal && GONE.includes(error.status)) return undefined;
    throw error;
  }
}

/** Sends what is missing; of a picture that is there whole, nothing, and the answer says what it became. */
async function send(uploadUrl: string, bytes: Blob, offset: number): Promise<string> {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  const answer = await tus(uploadUrl, { method: 'PATCH', headers, body: bytes.slice(offset) });
  return ((await answer.json()) as { uploadId: string }).uploadId;
}

async function tus(
  address: string,
  { headers, ...options }: { method: string; headers?: Record<string, string>; body?: Blob },
): Promise<Response> {
  try {
    const answer = await fetch(address, {
      ...options,
      headers: { ...headers, 'tus-resumable': '1.0.0' },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => ({})));
    offlineSince.value = undefined;
    return answer;
  } catch (error) {
    noteAnswer(error);
    throw error;
  }
}
