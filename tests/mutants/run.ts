/**
 * Mutation testing: puts single faults into a copy of the sources and runs the tests that should catch them.
 *
 *   npm run test:mutants                         the faults of the lists: an hour and a half on two busy cores
 *   npm run test:mutants -- visibility webhooks  those whose file, list or test contains one of the words
 *   --unchanged  runs each test on the unchanged copy first, which must pass
 *
 *   npm run test:mutants -- --drawn=200 --seed=7  faults drawn from the sources; an interrupted run continues
 *   npm run test:mutants -- --drawn=200 src/chat  only from files whose path contains one of the words
 *
 *   --at-once=N  in so many copies (1)
 */

import { parseArgs } from 'node:util';
import { spawnTestServer } from '../harness/test-server.ts';
import { Copies } from './copy.ts';
import { runDrawn } from './drawn.ts';
import { runListed } from './listed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'at-once': { type: 'string', default: '1' },
    unchanged: { type: 'boolean', default: false },
    drawn: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const atOnce = Number(values['at-once']);
const copies = new Copies(await spawnTestServer());
const passed =
  values.drawn === undefined
    ? await runListed(copies, positionals, { atOnce, unchanged: values.unchanged })
    : await runDrawn(copies, positionals, { atOnce, count: Number(values.drawn), seed: Number(values.seed) });
process.exit(passed ? 0 : 1);
