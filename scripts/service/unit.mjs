/** Reads how a systemd unit runs its program, including drop-ins (`NAME.service.d`). */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} file the unit
 * @returns {{ user: string | undefined, environment: Record<string, string>, environmentFiles: { path: string, isOptional: boolean }[] }}
 */
export function readUnit(file) {
  const unit = { user: undefined, environment: {}, environmentFiles: [] };
  const added = `${file}.d`;
  const further = existsSync(added)
    ? readdirSync(added)
        .filter((name) => name.endsWith('.conf'))
        .sort()
        .map((name) => join(added, name))
    : [];
  for (const each of [file, ...further]) for (const line of linesOf(readFileSync(each, 'utf8'))) take(unit, line);
  return unit;
}

/** Lines that a backslash ends go on in the next one. */
const linesOf = (text) =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^[#;]/.test(line));

function take(unit, line) {
  const [, name, value] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? [];
  if (name === 'User') unit.user = value || undefined;
  if (name === 'Environment') {
    // An empty one takes back those before it.
    if (value === '') unit.environment = {};
    for (const word of wordsOf(value)) {
      const at = word.indexOf('=');
      if (at > 0) unit.environment[word.slice(0, at)] = word.slice(at + 1);
    }
  }
  if (name === 'EnvironmentFile') {
    if (value === '') unit.environmentFiles = [];
    else unit.environmentFiles.push({ path: value.replace(/^-/, ''), isOptional: value.startsWith('-') });
  }
}

/** Words that blanks part, unless they are in quotes. */
const wordsOf = (text) =>
  [...text.matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|(\S+)/g)].map(([, double, single, bare]) =>
    (double ?? single ?? bare).replaceAll(/\\(.)/g, '$1'),
  );
