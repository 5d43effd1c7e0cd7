import { runPrepared } from './run.mjs';

await runPrepared('tests/upgrade/write-fixture.ts', []);
