import { execFile } from 'node:child_process';

/** A fenced block of a document. */
export interface Block {
  language: string;
  text: string;
}

/** Returns the fenced blocks of a Markdown text, in their order. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```([\w-]*)[^\n]*\n(.*?)^```$/gms)].map(([, language, block]) => ({
    language: language!,
    text: block!,
  }));
}

/** Returns the shell blocks that a reader is meant to run: those marked `sh`. */
export const shellBlocksOf = (text: string): string[] =>
  blocksOf(text)
    .filter(({ language }) => language === 'sh')
    .map((block) => block.text);

/**
 * Runs a script in one shell, as a reader would who copies it block by block; a failing command ends it.
 * @returns its standard output
 * @throws with both outputs if it fails or takes longer than four minutes
 */
export function runInShell(script: string, cwd: string, environment: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      // A shell whose input is a socket reads the machine's own settings otherwise, as if it had come over the network.
      ['--norc', '-euo', 'pipefail', '-c', script],
      { cwd, env: { ...process.env, ...environment }, timeout: 240_000, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    );
  });
}
