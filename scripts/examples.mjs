import { runPrepared } from './run.mjs';

await runPrepared('tests/examples/write.ts', []);
