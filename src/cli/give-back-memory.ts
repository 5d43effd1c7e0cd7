import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back to the system what the start took and left behind: some 22 MB that V8 would keep for a heap it expects to grow. The
 * program stands still for it (50 to 150 ms), so it is done once, before anybody is told that it serves.
 */
export function giveBackMemory(): void {
  collector()({ execution: 'sync', flavor: 'last-resort', type: 'major' });
}

/** Collects what nothing refers to any more. The rest of the memory that V8 has stays its own: giving it back takes ten times as long. */
export function collectGarbage(): void {
  collector()({ execution: 'sync', type: 'major' });
}

/** Node has this function only where it is asked for it, and a program may ask for itself. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
