import { runHubbub } from './run.mjs';

const args = process.argv.slice(2);
// Without arguments the program serves, which is not what is meant here.
await runHubbub(args.length > 0 ? args : ['--help']);
