import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back to the system what the start took and left behind: some 22 MB that V8 would keep for a heap it expects to grow. The
 * program stands still for it (50 to 150 ms), so it is done once, before anybody is told that it serves.
 */
export function giveBackMemory(): void {
  // Node has this function only where it is asked for it, and a program may ask for itself.
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ execution: 'sync', flavor: 'last-resort', type: 'major' });
}
