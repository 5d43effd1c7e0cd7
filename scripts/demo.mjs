import { runHubbub } from './run.mjs';
import { SERVER_OPTIONS } from './server-options.mjs';

await runHubbub(['demo'], SERVER_OPTIONS, { pages: true });
