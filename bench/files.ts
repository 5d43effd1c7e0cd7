import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { resizePicture } from '../src/platform/files/pictures.ts';
import { benchOrganization } from './fill.ts';
import {
  type Bench,
  basic,
  type Comparison,
  calling,
  compareSides,
  type Finding,
  quantile,
  residentSet,
  type Side,
} from './harness.ts';

const SIZES = [1_000_000, 100_000_000];
const AT_ONCE = { uploads: 100, bytes: 10_000_000 };

/** (g) Files up and down beside a bare stream, previews, and memory under many uploads. */
export async function benchFiles(bench: Bench): Promise<(Comparison | Finding)[]> {
  const { chat } = await benchOrganization(bench.core);
  const headers = basic(chat.email, chat.api_key);
  const results: (Comparison | Finding)[] = [];
  for (const bytes of SIZES) {
    const name = megabytes(bytes);
    const content = Buffer.alloc(bytes, 1);
    const drop = () => dropUploads(bench, headers);
    results.push(
      ...(await compareSides(
        `upload ${name}`,
        '',
        timing(() => upload(bench, headers, content), drop),
        {
          limit: timing(() => sendBytes(`${bench.bare}/file`, content)),
        },
      )),
    );
    const { url } = await upload(bench, headers, content);
    results.push(
      ...(await compareSides(
        `download ${name}`,
        '',
        timing(() => receive(`${bench.hubbub}${url}`, headers, bytes)),
        {
          limit: timing(() => receive(`${bench.bare}/file/${bytes}`, {}, bytes)),
        },
      )),
    );
    await drop();
  }
  return [...results, ...(await previews()), await manyUploads(bench, headers)];
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

type Headers = Record<string, string>;

/** A small file in a form, a large one in one request of the tus protocol. */
async function upload(bench: Bench, headers: Headers, content: Buffer<ArrayBuffer>): Promise<{ url: string }> {
  const answer =
    content.length < 25 * 2 ** 20
      ? await fetch(`${bench.hubbub}/api/v1/user_uploads`, { method: 'POST', headers, body: inForm(content) })
      : await fetch(`${bench.hubbub}/api/v1/tus/`, {
          method: 'POST',
          headers: {
            ...headers,
            'tus-resumable': '1.0.0',
            'upload-length': String(content.length),
            'upload-metadata': `filename ${btoa('bench.bin')}`,
            'content-type': 'application/offset+octet-stream',
          },
          body: content,
        });
  if (!answer.ok) throw new Error(`an upload was not taken: ${await answer.text()}`);
  return (await answer.json()) as { url: string };
}

function inForm(content: Buffer<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), 'bench.bin');
  return form;
}

async function sendBytes(url: string, body: Buffer<ArrayBuffer>): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await answer.text();
}

async function receive(url: string, headers: Headers, bytes: number): Promise<void> {
  const answer = await fetch(url, { headers });
  let received = 0;
  for await (const chunk of answer.body!) received += chunk.length;
  if (received !== bytes) throw new Error(`${url}: ${answer.status}, ${received} bytes`);
}

async function dropUploads(bench: Bench, headers: Headers): Promise<void> {
  const answer = await fetch(`${bench.hubbub}/api/v1/attachments`, { headers });
  const { attachments } = (await answer.json()) as { attachments: { id: number }[] };
  for (const { id } of attachments)
    await fetch(`${bench.hubbub}/api/v1/attachments/${id}`, { method: 'DELETE', headers });
}

/** One after the other, at least once; what is done after each is not in the time. */
function timing(work: () => Promise<unknown>, after: () => Promise<void> = async () => undefined): Side {
  return async (seconds = 3) => {
    const times: number[] = [];
    let total = 0;
    while (total < seconds * 1000) {
      const start = performance.now();
      await work();
      const took = performance.now() - start;
      times.push(took);
      total += took;
      await after();
    }
    times.sort((a, b) => a - b);
    return { rate: (times.length * 1000) / total, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
  };
}

async function previews(): Promise<Comparison[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-bench-'));
  try {
    const photo = path.join(folder, 'photo.jpg');
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const pixels = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#386', noise } });
    await writeFile(photo, await pixels.jpeg().toBuffer());
    const form = { width: 840, height: 560, fit: 'inside', format: 'webp', animated: false } as const;
    const ours = calling(2, async () => rm(await resizePicture({ organizationId: undefined }, photo, form)));
    const limit = calling(2, () =>
      sharp(photo, { sequentialRead: true }).autoOrient().resize(840, 560, { fit: 'inside' }).webp().toBuffer(),
    );
    return await compareSides('previews of a photo of 12 million pixels, 2 at a time', '', ours, { limit });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function manyUploads(bench: Bench, headers: Headers): Promise<Finding> {
  const content = Buffer.alloc(AT_ONCE.bytes, 1);
  await upload(bench, headers, content);
  const before = await residentSet(bench.hubbubPid);
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE.uploads }, () => upload(bench, headers, content)));
  const seconds = (performance.now() - start) / 1000;
  const after = await residentSet(bench.hubbubPid);
  return {
    name: `${AT_ONCE.uploads} uploads of ${megabytes(AT_ONCE.bytes)} at once`,
    found:
      before && after
        ? `${seconds.toFixed(1)} s; the server's memory peaks ${megabytes(after.peak - before.now)} above ${megabytes(before.now)}`
        : `${seconds.toFixed(1)} s; memory is read from /proc, which is not here`,
    aim: 'bounded: far less than the files together',
  };
}
