import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ArgumentType, argumentsOf, type CatalogueTree } from '../../src/platform/texts/compile.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Catalogues of apps for browsers, by the folder of `texts/en` they stand in; the others are the server's. */
export const OF_BROWSERS: readonly string[] = ['admin', 'chat', 'dispatch', 'driver', 'shared'];

const HEADER = '// Written by `npm run texts` from texts/en.\n';

/** Returns the files of types that follow from the English catalogues, by their paths in the repository. */
export function typeFiles(): Map<string, string> {
  const names = globSync('**/*.json', { cwd: path.join(root, 'texts/en') })
    .map((file) =>
      file
        .split(path.sep)
        .join('/')
        .replace(/\.json$/, ''),
    )
    .sort();
  const isOfBrowsers = (name: string) => OF_BROWSERS.includes(name.split('/')[0]!);
  const members = names
    .filter((name) => !isOfBrowsers(name))
    .map((name) => `  '${name}': ${typeOfNode(read(name), 1)};`);
  const modules = names
    .filter(isOfBrowsers)
    .map(
      (name) =>
        `declare module 'texts:${name}' {\n  export type Words = ${typeOfNode(read(name), 1)};\n` +
        '  const catalogue: Readonly<Record<string, () => Words>>;\n  export default catalogue;\n}\n',
    );
  return new Map([
    ...(members.length > 0
      ? [
          [
            'src/platform/texts/types.ts',
            `${HEADER}\nexport interface Catalogues {\n${members.join('\n')}\n}\n`,
          ] as const,
        ]
      : []),
    ['web/texts.d.ts', `${HEADER}\n${modules.join('\n')}`],
  ]);
}

function read(name: string): CatalogueTree {
  return JSON.parse(readFileSync(path.join(root, 'texts/en', `${name}.json`), 'utf8'));
}

function typeOfNode(node: CatalogueTree[string], depth: number): string {
  if (typeof node === 'string') return typeOfMessage(node);
  if (Array.isArray(node)) return 'readonly string[]';
  const indent = '  '.repeat(depth);
  const members = Object.entries(node).map(([key, member]) => {
    const name = /^[A-Za-z_$][\w$]*$|^\d+$/.test(key) ? key : JSON.stringify(key);
    return `${indent}  ${name}: ${typeOfNode(member, depth + 1)};`;
  });
  const object = `{\n${members.join('\n')}\n${indent}}`;
  // Numbers are codes that come from elsewhere: some may have no text.
  return Object.keys(node).every((key) => /^\d+$/.test(key))
    ? `${object} & { readonly [code: number]: string | undefined }`
    : object;
}

function typeOfMessage(message: string): string {
  const members = [...argumentsOf(message)].map(([name, type]) => `${name}: ${typeOfArgument(type)}`);
  return members.length === 0 ? 'string' : `(values: { ${members.join('; ')} }) => string`;
}

function typeOfArgument(type: ArgumentType): string {
  return typeof type === 'string' ? type : type.map((each) => `'${each}'`).join(' | ');
}
