import { runPrepared } from './run.mjs';

await runPrepared('scripts/openapi/write.ts', []);
