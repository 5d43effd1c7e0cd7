/**
 * `npm run audit`: what is known against the packages that run in production. Fails for what is known, and says plainly when the
 * registry does not tell: some mirrors have no such answer, and that says nothing about the packages.
 */

import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 2 ** 20,
  timeout: 60_000,
  stdio: ['ignore', 'pipe', 'ignore'],
  shell: process.platform === 'win32',
});
const answer = parse(stdout);
if (answer?.vulnerabilities === undefined) {
  console.log(
    `NOT KNOWN: the registry does not say what is known of the packages (${answer?.message ?? error?.message ?? 'no answer'}).`,
  );
} else {
  const found = Object.values(answer.vulnerabilities);
  for (const { name, severity, range, fixAvailable } of found)
    console.log(`${severity}: ${name} ${range}${fixAvailable ? ' (there is a version without it)' : ''}`);
  console.log(
    found.length === 0 ? 'Nothing is known against the packages.' : `${found.length} packages with known weaknesses.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
