/** Loaded before the program (`--import`) where it has taken the launcher's place: it stops when whoever started it is gone. */

import { isMainThread } from 'node:worker_threads';
import { watchAncestors } from './ancestors.mjs';

// Threads are started with the options of their process.
if (isMainThread) watchAncestors(() => process.kill(process.pid, 'SIGTERM'));
