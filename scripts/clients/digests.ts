import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { APIS, readDocument, root } from './documents.ts';

/** Languages that have a client, in the order in which they are generated. */
export const LANGUAGES = ['typescript', 'python', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Generated files of each client, and the files that its generator is made of. */
const PLACES: Record<Language, { code: string; generator: string }> = {
  typescript: { code: 'clients/typescript/src/generated/*.ts', generator: 'scripts/clients/typescript/**' },
  python: {
    code: 'clients/python/src/hubbub_client/generated/*.py',
    generator: 'scripts/clients/{operations.ts,python/**}',
  },
  go: {
    code: 'clients/go/{chat,dispatch}/*_generated.go',
    generator: 'scripts/clients/{operations.ts,openapi30.ts,go/**}',
  },
};

/** SHA-256 of what generated code was made from, and of the code. */
export interface Digests {
  documents: string;
  generator: string;
  code: string;
}

async function digestOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(await readFile(path.join(root, file)));
  return hash.digest('hex');
}

async function digestOfDocuments(): Promise<string> {
  const hash = createHash('sha256');
  for (const api of APIS) hash.update(JSON.stringify(await readDocument(api)));
  return hash.digest('hex');
}

async function filesOf(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of glob(pattern, { cwd: root, withFileTypes: true }))
    if (entry.isFile()) found.push(path.relative(root, path.join(entry.parentPath, entry.name)));
  return found.filter((file) => !file.includes('node_modules')).sort();
}

/** Reads the digests of the documents, the generator and the generated code as they are now. */
export async function digestsNow(language: Language): Promise<Digests> {
  const { code, generator } = PLACES[language];
  return {
    documents: await digestOfDocuments(),
    generator: await digestOf(['scripts/clients/documents.ts', ...(await filesOf(generator))]),
    code: await digestOf(await filesOf(code)),
  };
}

/** The file beside a client that keeps the digests of its last generation. */
export const digestFile = (language: Language) => `clients/${language}/generated.json`;
