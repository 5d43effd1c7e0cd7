import type { BackupProgress } from '../platform/backup/make-backup.ts';

const MIB = 2 ** 20;
/** Interval of progress lines. */
const TOLD_MS = 2000;

/** A line on standard error now and then: standard output belongs to the result. */
export function printProgress(): BackupProgress {
  let next = Date.now() + TOLD_MS;
  return (part, bytes, of) => {
    if (Date.now() < next) return;
    next = Date.now() + TOLD_MS;
    const all = of === undefined ? '' : ` of about ${Math.ceil(of / MIB)}`;
    console.error(`${part}: ${Math.floor(bytes / MIB)}${all} MiB`);
  };
}
