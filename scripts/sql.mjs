import { runPrepared } from './run.mjs';

await runPrepared('scripts/sql/write.ts', []);
