import { readFile, writeFile } from 'node:fs/promises';

/** What a process holds in memory, and the most it held since this was last asked. Linux only. */
export async function residentSet(pid: number): Promise<{ now: number; peak: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  return status === '' ? undefined : { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
