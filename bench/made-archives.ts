import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { mattermostFiles, mattermostTeam, withManyPosts } from '../tests/harness/mattermost-archive.ts';
import { type ArchiveFiles, manyDays, slackTeam } from '../tests/harness/slack-archive.ts';
import { manyMessageFiles, zulipTeam } from '../tests/harness/zulip-archive.ts';

/** Writes a made-up archive of so many messages into a folder, a piece at a time. @returns its path */
export type WriteArchive = (folder: string, messages: number) => Promise<string>;

/** The programs whose archives are made, by the names that `hubbub import` has for them. */
export const madeArchives: Record<string, WriteArchive> = {
  slack: writeSlack,
  zulip: writeZulip,
  mattermost: writeMattermost,
};

/** A folder, as the archive unpacks. */
async function writeSlack(folder: string, messages: number): Promise<string> {
  await writeFiles(folder, Object.entries(slackTeam()));
  await writeFiles(folder, manyDays(messages));
  return folder;
}

/** A tar.gz file, as the program writes it. */
async function writeZulip(folder: string, messages: number): Promise<string> {
  const file = path.join(folder, 'team.tar.gz');
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 1 }), createWriteStream(file));
  const add = (entries: Iterable<[string, unknown]>) => addEntries(tar, entries);
  await add(Object.entries(await zulipTeam()));
  await add(manyMessageFiles(messages));
  tar.finalize();
  await written;
  return file;
}

async function addEntries(tar: ReturnType<typeof pack>, entries: Iterable<[string, unknown]>): Promise<void> {
  for (const [name, content] of entries)
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name }, bytesOf(content), (error) => (error ? reject(error) : resolve()));
    });
}

/** A folder with the one file of lines, and the files of its posts. */
async function writeMattermost(folder: string, messages: number): Promise<string> {
  const { lines, files } = await mattermostTeam();
  await writeFiles(folder, Object.entries(mattermostFiles([], files)));
  const text = Readable.from(withManyPosts(lines, messages)).map((line) => `${JSON.stringify(line)}\n`);
  await pipeline(text, createWriteStream(path.join(folder, 'import.jsonl')));
  return folder;
}

async function writeFiles(folder: string, files: Iterable<[string, ArchiveFiles[string]]>): Promise<void> {
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytesOf(content));
  }
}

const bytesOf = (content: unknown): Buffer =>
  Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
