import { runPrepared } from './run.mjs';

// Starts again at every change of a source; the data folder is the one of `npm start`, and stays.
await runPrepared('src/main.ts', [], ['--watch-path=src', '--watch-preserve-output', '--watch-kill-signal=SIGTERM']);
