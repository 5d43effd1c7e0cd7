import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = path.resolve(import.meta.dirname, '../../texts');

/** Puts a sentence into every app's page for browsers without scripts, in each language that the pages have. */
export function noScriptSentence(): Plugin {
  return {
    name: 'hubbub:no-script',
    transformIndexHtml: () => [
      {
        tag: 'noscript',
        injectTo: 'body',
        children: readdirSync(FOLDER)
          .flatMap(sentenceIn)
          .map(({ language, text }) => ({ tag: 'p', attrs: { lang: language }, children: text })),
      },
    ],
  };
}

function sentenceIn(language: string): { language: string; text: string }[] {
  const file = path.join(FOLDER, language, 'shared/shared.json');
  return existsSync(file) ? [{ language, text: JSON.parse(readFileSync(file, 'utf8')).noScript }] : [];
}
