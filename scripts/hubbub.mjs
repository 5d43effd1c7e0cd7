import { runHubbub } from './run.mjs';
import { SERVER_OPTIONS } from './server-options.mjs';

const args = process.argv.slice(2);
const serves = args.length === 1 && ['serve', 'demo'].includes(args[0]);
// Without arguments the program serves, which is not what is meant here.
if (serves) await runHubbub(args, SERVER_OPTIONS, { pages: true });
else await runHubbub(args.length > 0 ? args : ['--help']);
