/** Loaded before a program (`--import`): at SIGUSR2 its clock stands as many milliseconds off as the file CLOCK_FILE says. */

import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { CLOCK_FILE } = process.env;
if (CLOCK_FILE && isMainThread) {
  const SystemDate = Date;
  let ahead = 0;
  const now = () => SystemDate.now() + ahead;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    apply: () => new SystemDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  process.on('SIGUSR2', () => {
    ahead = Number(readFileSync(CLOCK_FILE, 'utf8'));
  });
}
