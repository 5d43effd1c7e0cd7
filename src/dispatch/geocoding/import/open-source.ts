import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { countryCode } from '../query/countries.ts';
import { UnknownFormatError } from './point-files.ts';

/** A file of address data, unpacked. */
interface SourcePart {
  name: string;
  input: Readable;
  /** Country of its rows by its folder, as OpenAddresses has them: `us/ca/alameda.csv`. */
  country?: string;
}

/** A file of address data, or an archive of several. */
export interface Source {
  /**
   * Name of the import: the file name without archive extensions. An import replaces earlier imports of the same name.
   */
  name: string;
  parts: AsyncIterable<SourcePart>;
}

/** In an archive, whatever else is there says what it is, or is no list of addresses. */
const ADDRESS_FILE = /\.(?:geojson|ndjson|csv|txt|tsv)$/i;
const OTHER_FILE = /readme|licen[cs]e|(?:^|[-/])(?:parcels|buildings|centerlines)[-.]/i;

/**
 * Opens a file of this machine; `.gz` and `.zip` are unpacked as they are read. Of an archive every list of addresses counts.
 * @throws {Error} when it cannot be had
 */
export async function openSource(file: string): Promise<Source> {
  const name = path.basename(file);
  if (name.toLowerCase().endsWith('.zip')) return openArchive(file, name);
  // Whether it is there is said before anything is done.
  const packed = (await open(file)).createReadStream();
  if (!name.toLowerCase().endsWith('.gz')) return { name, parts: only({ name, input: packed }) };
  const input = packed.pipe(createGunzip());
  packed.on('error', (error: Error) => input.destroy(error));
  const unpacked = name.replace(/\.gz$/i, '');
  return { name: unpacked, parts: only({ name: unpacked, input }) };
}

async function* only(part: SourcePart) {
  yield part;
}

async function openArchive(file: string, name: string): Promise<Source> {
  const archive = await openPromise(file, { autoClose: false }).catch(refuseArchive);
  try {
    const all = await entriesOf(archive).catch(refuseArchive);
    const lists = all.filter(({ fileName }) => ADDRESS_FILE.test(fileName) && !OTHER_FILE.test(fileName));
    const entries =
      lists.length > 0 ? lists : all.toSorted((a, b) => b.uncompressedSize - a.uncompressedSize).slice(0, 1);
    const [first] = entries;
    if (!first) throw new UnknownFormatError('The archive is empty');
    return {
      name: entries.length === 1 ? path.basename(first.fileName) : name.replace(/\.zip$/i, ''),
      parts: (async function* () {
        try {
          for (const entry of entries) {
            const input = await archive.openReadStreamPromise(entry).catch(refuseArchive);
            yield { ...partOf(entry.fileName), input };
          }
        } finally {
          archive.close();
        }
      })(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  return entries;
}

/** Rejects an unreadable archive. Errors of the system (missing file, missing permission) stay as they are. */
function refuseArchive(error: NodeJS.ErrnoException): never {
  if (error.code !== undefined) throw error;
  throw new UnknownFormatError('The file is not a readable zip archive', { cause: error });
}

function partOf(name: string): Pick<SourcePart, 'name' | 'country'> {
  const folder = /^([a-z]{2})\//.exec(name)?.[1];
  const country = folder && countryCode(folder);
  return { name, ...(country ? { country } : {}) };
}
