import { runPrepared } from './run.mjs';

await runPrepared('scripts/new/write.ts', process.argv.slice(2));
