/** `npm run release`: makes what an operator downloads. */

import { runPrepared } from './run.mjs';

await runPrepared('scripts/release/release.ts', process.argv.slice(2), [], { pages: true });
