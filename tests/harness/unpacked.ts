import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** Content of an export. */
export interface Unpacked {
  /** All entries, in their order. */
  entries: ReadonlyMap<string, Buffer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any row
  rows(table: string): any[];
  /** Everything as one text. */
  text: string;
}

/** For tests: reads the file that an export has written. */
export async function unpackExport(file: string): Promise<Unpacked> {
  const entries = new Map<string, Buffer>();
  for await (const entry of createReadStream(file).pipe(createGunzip()).pipe(extract()))
    entries.set(entry.header.name, await buffer(entry));
  const rows = (table: string) =>
    [...entries]
      .filter(([name]) => /^data\/(.+?)(?:\.\d+)?\.ndjson$/.exec(name)?.[1] === table)
      .flatMap(([, bytes]) => bytes.toString().trimEnd().split('\n'))
      .map((line) => JSON.parse(line));
  const text = [...entries].map(([name, bytes]) => `${name}\n${bytes.toString('utf8')}`).join('\n');
  return { entries, rows, text };
}
