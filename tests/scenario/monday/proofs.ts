import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type DispatchClient, sendBytes } from '../../harness/clients.ts';
import { png } from '../../harness/pictures.ts';

/** Kinds of pictures that a driver takes at the door. */
const KINDS = ['photo', 'signature'] as const;

/** A colour by which the picture of a task is known again. */
const colorOf = (taskId: string, kind: string): string =>
  `#${createHash('sha256').update(`${taskId} ${kind}`).digest('hex').slice(0, 6)}`;

/** Takes a photo and a signature, as a phone sends them. @returns what the completion names */
export async function captureProof(driver: DispatchClient, taskId: string) {
  const [photo, signature] = await Promise.all(
    KINDS.map(async (kind): Promise<string> => {
      const bytes = await png(60, 40, colorOf(taskId, kind));
      const answer = await sendBytes(driver, 'POST', '/uploads', bytes, { 'content-type': 'image/png' });
      assert.equal(answer.status, 200, answer.text);
      return answer.json.uploadId;
    }),
  );
  return { photoUploadIds: [photo!], signatureUploadId: signature! };
}

/** Checks that the photo and the signature of a task can be seen, and are those of this task. */
export async function checkProof(api: DispatchClient, taskId: string): Promise<void> {
  const { completionDetails } = (await api.get(`/tasks/${taskId}`)).json;
  const ids = [completionDetails.photoUploadIds[0], completionDetails.signatureUploadId];
  for (const [n, kind] of KINDS.entries()) {
    const upload = await api.get(`/uploads/${ids[n]}`);
    assert.equal(upload.status, 200, upload.text);
    assert.equal(upload.json.task, taskId);
    const file = await fetch(upload.json.url);
    assert.equal(file.status, 200);
    const { data } = await sharp(Buffer.from(await file.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.equal(`#${data.subarray(0, 3).toString('hex')}`, colorOf(taskId, kind), `${kind} of ${taskId}`);
  }
}
