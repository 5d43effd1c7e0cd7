import { runPrepared } from './run.mjs';

await runPrepared('src/main.ts', process.argv.slice(2));
