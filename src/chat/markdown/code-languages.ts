import { readFileSync } from 'node:fs';

/** The languages of code by the names that people write after a fence, and their lexers' own names. */
const lexerNames: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('lexer-names.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [name, aliases] = line.split('\t') as [string, string];
      return [name.toLowerCase(), ...aliases.split(' ')].map((alias) => [alias, name] as const);
    }),
);

/**
 * Returns `data-code-language` of a language: the name of its lexer, by which playgrounds know it. An unknown language
 * keeps its name, because a playground may exist for it.
 */
export function codeLanguage(alias: string): string {
  return lexerNames.get(alias.toLowerCase()) ?? alias;
}
