import { runHubbub } from './run.mjs';
import { SERVER_OPTIONS } from './server-options.mjs';

await runHubbub(['demo', ...process.argv.slice(2)], SERVER_OPTIONS, { pages: true });
