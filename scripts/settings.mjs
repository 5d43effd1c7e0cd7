import { runPrepared } from './run.mjs';

await runPrepared('scripts/settings/write.ts', []);
