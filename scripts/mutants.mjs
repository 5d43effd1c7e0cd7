import { runPrepared } from './run.mjs';

await runPrepared('tests/mutants/run.ts', process.argv.slice(2));
