import { runPrepared } from './run.mjs';

// Vite's own server, for whoever works on the pages: it sends what only a running Hubbub has to HUBBUB_URL.
await runPrepared('node_modules/vite/bin/vite.js', process.argv.slice(2));
