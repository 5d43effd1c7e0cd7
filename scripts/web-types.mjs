import { runPrepared } from './run.mjs';

await runPrepared('scripts/web-types/write.ts', []);
