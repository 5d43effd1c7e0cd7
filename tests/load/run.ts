/**
 *   npm run test:load -- overload            more than it can do: refused with 503 and 429, and over with its cause
 *   npm run test:load -- mails               a hundred mails that are dear to read: another organization notices little
 *   MINUTES=60 npm run test:load -- soak     the demo's traffic for so long: nothing grows but the data
 */

import { mails } from './mails.ts';
import { overload } from './overload.ts';
import { soak } from './soak.ts';

const chosen = process.argv.slice(2);
const wants = (name: string) => chosen.length === 0 || chosen.includes(name);
const complaints = [
  ...(wants('overload') ? await overload() : []),
  ...(wants('mails') ? await mails() : []),
  ...(wants('soak') ? await soak(Number(process.env.MINUTES ?? 60)) : []),
];
for (const complaint of complaints) console.error(`FAILED ${complaint}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
