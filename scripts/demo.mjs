import { runHubbub } from './run.mjs';

await runHubbub(['demo'], [], { pages: true });
