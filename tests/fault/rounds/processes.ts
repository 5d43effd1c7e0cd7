import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { until } from '../../harness/clients.ts';

/** Parts of a second that Linux counts processor time in (USER_HZ). */
const TICKS = 100;

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // After the command's name, which may hold anything: state, parent.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Seconds of processor time that a process has taken, with its children that have ended; undefined where /proc is not. */
export function processorSeconds(pid: number): number | undefined {
  try {
    const times = statOf(pid).slice(11, 15).map(Number);
    return times.reduce((sum, each) => sum + each, 0) / TICKS;
  } catch {
    return undefined;
  }
}

/** The backends of a PostgreSQL that serve somebody. */
export function backendsOf(postmaster: number): number[] {
  if (!existsSync('/proc')) {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const found = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((each) => each !== null);
    return found
      .filter(([, , parent, name]) => Number(parent) === postmaster && serves(name!))
      .map(([, pid]) => Number(pid));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(statOf(pid)[1]) === postmaster && serves(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
      } catch {
        return false;
      }
    });
}

function serves(title: string): boolean {
  return /^postgres: .*\[local\]/.test(title);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until a process that is no child of ours is gone. */
export function isGone(pid: number): Promise<unknown> {
  return until(() => !isAlive(pid), `the end of process ${pid}`, 120);
}
