import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { type DispatchClient, sendBytes, until } from '../../harness/clients.ts';
import { png } from '../../harness/pictures.ts';

/** Kinds of pictures that a driver takes at the door. */
const KINDS = ['photo', 'signature'] as const;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The picture of a task: each has a colour of its own. */
function pictureOf(taskId: string, kind: string): Promise<Buffer> {
  return png(60, 40, `#${digestOf(Buffer.from(`${taskId} ${kind}`)).slice(0, 6)}`);
}

/** Takes a photo and a signature, as a phone sends them. @returns what the completion names */
export async function captureProof(driver: DispatchClient, taskId: string) {
  const [photo, signature] = await Promise.all(
    KINDS.map(async (kind): Promise<string> => {
      const bytes = await pictureOf(taskId, kind);
      const answer = await sendBytes(driver, 'POST', '/uploads', bytes, { 'content-type': 'image/png' });
      assert.equal(answer.status, 200, answer.text);
      return answer.json.uploadId;
    }),
  );
  return { photoUploadIds: [photo!], signatureUploadId: signature! };
}

/** Checks that the photo and the signature of a task are those that were sent for it. */
export async function checkProof(api: DispatchClient, taskId: string): Promise<void> {
  const { completionDetails } = (await api.get(`/tasks/${taskId}`)).json;
  const ids = [completionDetails.photoUploadIds[0], completionDetails.signatureUploadId];
  for (const [n, kind] of KINDS.entries()) {
    const upload = await api.get(`/uploads/${ids[n]}`);
    assert.equal(upload.status, 200, upload.text);
    assert.equal(upload.json.task, taskId);
    const file = await fetch(upload.json.url);
    assert.equal(file.status, 200);
    await checkPicture(Buffer.from(await file.arrayBuffer()), taskId, kind);
  }
}

/** Looks at the photo and the signature beside a task in the console, and opens each as a click on it does. */
export async function lookAtProof(page: Page, taskId: string): Promise<void> {
  await page.goto(`/dispatch/table?task=${taskId}`);
  for (const [n, name] of ['Photo 1', 'Signature'].entries()) {
    const picture = page.getByRole('img', { name, exact: true });
    await picture.scrollIntoViewIfNeeded();
    await until(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth === 60), `${name} is shown`);
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name, exact: true }).click();
    const opened = await opening;
    const file = await page.context().request.get(opened.url());
    assert.equal(file.status(), 200);
    await checkPicture(await file.body(), taskId, KINDS[n]!);
    await opened.close();
  }
}

async function checkPicture(bytes: Buffer, taskId: string, kind: string): Promise<void> {
  assert.equal(digestOf(bytes), digestOf(await pictureOf(taskId, kind)), `${kind} of ${taskId}`);
}
