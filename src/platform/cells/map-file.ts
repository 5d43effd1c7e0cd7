import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the hosts as a map of HAProxy: a line each with host and cell, by host.
 * @param hosts host → cell
 */
export function mapText(hosts: Readonly<Record<string, string>>): string {
  const lines = Object.keys(hosts)
    .sort()
    .map((host) => `${host} ${hosts[host]}\n`);
  return `# Host and cell. Written by hubbub cell map: changes here are overwritten.\n${lines.join('')}`;
}

/** Returns the hosts of a map as this file writes it. */
export function hostsOfMap(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' ')[0]!);
}

/**
 * Writes a file so that whoever opens it reads the whole old one or the whole new one, also after a loss of power: beside
 * it, onto the disk, then in its place.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    const written = await open(beside, 'wx', 0o644);
    try {
      await written.writeFile(text);
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  // The name is kept by the folder.
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
