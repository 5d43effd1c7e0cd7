/**
 * Runs load and endurance tests: `npm run test:load`, with `overload`, `mails` or `soak` one of them (`MINUTES=60`).
 */

import { bundledProgram } from './bundle.mjs';
import { prepareOrExit, runPrepared } from './run.mjs';

await prepareOrExit({ tools: true, pages: true });
process.env.HUBBUB_TEST_PROGRAM = bundledProgram();
await runPrepared('tests/load/run.ts', process.argv.slice(2));
