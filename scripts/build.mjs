/** Installs and builds all that a start needs: for services and images, whose programs may not write to their own folder. */

import { bundledProgram } from './bundle.mjs';
import { prepareOrExit } from './run.mjs';

await prepareOrExit({ pages: true, tools: 'to build' });
bundledProgram();
