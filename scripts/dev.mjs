import { runPrepared } from './run.mjs';

// Starts again at every change of a source; the data folder is the one of `npm start`, and stays.
const watching = [
  ...['rules', 'src', 'texts'].map((folder) => `--watch-path=${folder}`),
  '--watch-preserve-output',
  '--watch-kill-signal=SIGTERM',
];
await runPrepared('src/main.ts', [], watching, { pages: true });
