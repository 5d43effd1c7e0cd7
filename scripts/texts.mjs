import { runPrepared } from './run.mjs';

await runPrepared('scripts/texts/write.ts', []);
