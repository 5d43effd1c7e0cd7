import { runPrepared } from './run.mjs';

await runPrepared('src/main.ts', []);
