/** Test files again and again on a busy machine: `npm run test:steady`; words choose files (`--rounds=3 --load=0 browser`). */

import { runPrepared } from './run.mjs';

await runPrepared('tests/steady/run.ts', process.argv.slice(2));
