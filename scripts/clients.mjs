import { runPrepared } from './run.mjs';

await runPrepared('scripts/clients/write.ts', process.argv.slice(2));
