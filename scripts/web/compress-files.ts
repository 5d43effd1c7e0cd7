import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:css|html|m?js|json|svg|webmanifest)$/;
/** Below this, a packet is a packet. */
const LEAST_BYTES = 500;

/** Writes `NAME.br` and `NAME.gz` beside each file of text, so that serving costs no compression. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(path.join(folder, name))));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
