/**
 * `npm run audit`: what is known against the packages that run in production. It fails only for what somebody can mend now
 * (`audit/judge.mjs`), so that neither an advisory without a remedy nor a registry that is away ends a build: some mirrors have no
 * such answer, and that says nothing about the packages.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { judge } from './audit/judge.mjs';
import { root } from './prepare.mjs';

/** Whoever does not answer by then is not waited for. */
const PATIENCE_MS = 30_000;

const { stdout, error } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--package-lock-only', '--json', '--fetch-retries=0'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  },
);
const answer = parse(stdout);
if (typeof answer?.vulnerabilities !== 'object') {
  const why = answer?.message ?? error?.message ?? 'no answer';
  console.log(`audit: not known, the registry does not say what is known of the packages (${why})`);
} else {
  const allowed = JSON.parse(readFileSync(new URL('audit/allowed.json', import.meta.url), 'utf8'));
  const { lines, ends } = judge(answer, allowed, new Date());
  for (const line of lines) console.log(`audit: ${line}`);
  console.log(lines.length === 0 ? 'audit: nothing is known against the packages' : `audit: ${lines.length} packages`);
  if (ends)
    console.log('audit: raise those to mend, or excuse them in scripts/audit/allowed.json with a reason and a day');
  process.exitCode = ends ? 1 : 0;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
