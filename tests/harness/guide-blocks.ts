import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Block } from './document-blocks.ts';

/** Programs that run the blocks of each language; a missing program skips the block. */
const RUNNERS: Record<string, { ending: string; command: string; needs: string }> = {
  js: { ending: 'mjs', command: 'node', needs: 'node' },
  ts: { ending: 'ts', command: 'node', needs: 'node' },
  python: { ending: 'py', command: 'python3', needs: 'python3' },
  go: { ending: 'go', command: 'go run', needs: 'go' },
  php: { ending: 'php', command: 'php', needs: 'php' },
};

/** Languages of blocks that show something and are not run. */
const SHOWN = ['json', 'text'];

/** A guide as one script for a shell. */
export interface GuideScript {
  script: string;
  /** Sentences about blocks that this machine cannot run. */
  skipped: string[];
  /** Expected answers by the file that has the output of the block before. */
  expected: { file: string; json: unknown }[];
}

/**
 * Turns the blocks of a guide into one script: what one block sets is there in the next, as for a reader with one terminal.
 * Output goes to a file for each block. A `json` block after a block that ran is its expected answer.
 * @param folder where the files of programs and outputs go
 * @throws for a block whose language is neither run nor shown
 */
export async function guideScript(blocks: readonly Block[], folder: string): Promise<GuideScript> {
  const lines: string[] = [];
  const skipped: string[] = [];
  const expected: GuideScript['expected'] = [];
  let ran: string | undefined;
  for (const [index, { language, text }] of blocks.entries()) {
    const output = path.join(folder, `output-${index}`);
    if (language === 'sh') {
      lines.push(`echo 'block ${index}' >&2`, `{\n${text}} > '${output}'`);
      ran = output;
    } else if (language in RUNNERS) {
      const { ending, command, needs } = RUNNERS[language]!;
      ran = undefined;
      if (spawnSync('which', [needs]).status !== 0) {
        skipped.push(`there is no ${needs} on this machine for block ${index}`);
        continue;
      }
      const file = path.join(folder, `block-${index}.${ending}`);
      await writeFile(file, text);
      lines.push(`echo 'block ${index}' >&2`, `${command} '${file}' > '${output}'`);
      ran = output;
    } else if (!SHOWN.includes(language)) throw new Error(`block ${index} has the language "${language}"`);
    else if (language === 'json' && ran) expected.push({ file: ran, json: JSON.parse(text) });
  }
  return { script: lines.join('\n'), skipped, expected };
}

/** Keys whose values are the same each time. */
const FIXED = ['result', 'code', 'msg', 'error', 'state', 'type'];

/**
 * Compares an answer with what a guide shows of it: everything shown is there and of the same type; words that a program
 * relies on are the same. What a guide leaves out may be there.
 * @returns what differs, or undefined
 */
export function shapeDifference(shown: unknown, actual: unknown, at = ''): string | undefined {
  if (shown === null || actual === null || typeof shown !== 'object' || typeof actual !== 'object') {
    if (shown === null || actual === null) return shown === actual ? undefined : `${at}: ${actual} is not ${shown}`;
    if (typeof shown !== typeof actual) return `${at}: ${JSON.stringify(actual)} is not like ${JSON.stringify(shown)}`;
    const isFixed = FIXED.includes(/\w+$/.exec(at)?.[0] ?? '');
    return !isFixed || shown === actual ? undefined : `${at}: ${actual} is not ${shown}`;
  }
  if (Array.isArray(shown) !== Array.isArray(actual)) return `${at}: only one is a list`;
  if (Array.isArray(shown)) {
    const [first] = shown;
    if (first === undefined) return undefined;
    const [other] = actual as unknown[];
    return other === undefined ? `${at}: the list is empty` : shapeDifference(first, other, `${at}[0]`);
  }
  for (const [key, value] of Object.entries(shown)) {
    if (!(key in actual)) return `${at}.${key} is missing`;
    const difference = shapeDifference(value, (actual as Record<string, unknown>)[key], `${at}.${key}`);
    if (difference) return difference;
  }
  return undefined;
}
