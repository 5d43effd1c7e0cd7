/** Whoever started a process, or npm behind a shell that it put between. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const WATCH_MS = 500;

/**
 * Calls `orphaned` once when whoever started us has gone without a word (npm, say, killed with -9). A process whose
 * parent dies gets another one. npm may have put a shell between itself and us, which would outlive it; then the shell's
 * parent is watched as well.
 * @returns ends the watch
 */
export function watchAncestors(orphaned) {
  const parent = process.ppid;
  const grandparent = process.env.npm_lifecycle_event && isShell(parent) ? parentOf(parent) : undefined;
  const stillStarted = () => {
    if (process.ppid !== parent) return false;
    if (grandparent === undefined) return true;
    return process.platform === 'linux' ? parentOf(parent) === grandparent : exists(grandparent);
  };
  const watch = setInterval(() => {
    if (stillStarted()) return;
    clearInterval(watch);
    orphaned();
  }, WATCH_MS);
  watch.unref();
  return () => clearInterval(watch);
}

function isShell(pid) {
  return /(^|[/-])(sh|dash|bash|zsh|ash|busybox)$/.test(ask(pid, 'comm'));
}

function parentOf(pid) {
  if (process.platform !== 'linux') return Number(ask(pid, 'ppid')) || undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // After the command name, which may hold anything: state, parent.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function ask(pid, what) {
  if (process.platform === 'win32') return '';
  if (process.platform === 'linux' && what === 'comm') {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    } catch {
      return '';
    }
  }
  return (spawnSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '').trim();
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
