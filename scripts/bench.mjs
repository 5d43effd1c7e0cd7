import { runPrepared } from './run.mjs';

await runPrepared('bench/run.ts', process.argv.slice(2));
