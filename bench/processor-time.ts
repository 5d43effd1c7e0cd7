import { readdirSync, readFileSync } from 'node:fs';

/** Processes whose time counts, and whether their children's does too (of PostgreSQL, its sessions). */
const watched = new Map<number, { withChildren: boolean }>();

/** Counts the time of a process from here on; the function it gives ends that. */
export function watchProcess(pid: number, options: { withChildren: boolean }): () => void {
  watched.set(pid, options);
  return () => void watched.delete(pid);
}

/**
 * Milliseconds that the watched processes have been on a processor so far; undefined where the system does not say. It
 * moves far less with what else the machine does than times of answers do.
 */
export function processorTime(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const parents = [...watched].filter(([, { withChildren }]) => withChildren).map(([pid]) => pid);
  const children =
    parents.length === 0 ? [] : numbersIn('/proc').filter((pid) => parents.includes(parentOf(pid) ?? Number.NaN));
  // Of those that have ended too: a session that ends in between would leave less than there was.
  const ended = parents.reduce((sum, pid) => sum + timeOfEndedChildren(pid), 0);
  return [...watched.keys(), ...children].reduce((sum, pid) => sum + timeOf(pid), ended);
}

/** The same of each watched process, in the order of their coming, and of those children together, ended ones too. */
export function processorTimes(): { own: number[]; children: number } {
  const parents = [...watched].filter(([, { withChildren }]) => withChildren).map(([pid]) => pid);
  const children = numbersIn('/proc').filter((pid) => parents.includes(parentOf(pid) ?? Number.NaN));
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + timeOf(pid), 0);
  const ended = parents.reduce((total, pid) => total + timeOfEndedChildren(pid), 0);
  return { own: [...watched.keys()].map(timeOf), children: sum(children) + ended };
}

/** The parent of a process, while it lives. */
export function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // After the command name, which may hold anything: state, parent.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** In whole hundredths of a second, as the system counts them. */
function timeOfEndedChildren(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * 10;
}

function timeOf(pid: number): number {
  const nanoseconds = numbersIn(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ')[0] ?? 0),
    0,
  );
  return nanoseconds / 1e6;
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
