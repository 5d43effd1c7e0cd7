import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { ts } from 'ts-morph';
import { root } from './imports.ts';

/** Words that say less than the field's own term, which docs/voice.md names. */
const HOME_MADE =
  /^(?:brought|deeds?|hears?|heard|kept|looks|moot|overtaken|patient|quicker|saying|said|tells?|telling|told|tries|untold)$/i;

/** Names that were given before and that somebody stores or sends: a phone, a form, an answer. */
const GIVEN: Record<string, readonly string[]> = {
  'web/driver/data/service-worker.ts': ['isSaid'],
  'web/driver/service-worker.js': ['isSaid'],
  'web/store/driver/action.ts': ['deed'],
  'src/pages/first-run/set-up.ts': ['kept'],
  'src/pages/move-in/begin-move-in.ts': ['kept'],
  'src/platform/postgres-upgrade/upgrade-cluster.ts': ['kept'],
  'tests/harness/driver-phone.ts': ['deed'],
  'tests/upgrade/postgres-upgrade.test.ts': ['kept'],
};
const SENT = /^(?:triesLeft|pinTriesLeft)$/;

/** Words that mean one thing in this code, and the places that are about it. */
const ONE_MEANING: Record<string, { part: RegExp; where: RegExp }> = {
  'the door of a destination': {
    part: /^doors?$/i,
    where: /^(?:src\/dispatch\/(?:geocoding|tracking|task-templates)\/|.*\.test\.ts$)/,
  },
  "a person's standing in a conversation": {
    part: /^standings?$/i,
    where: /^src\/chat\/(?:reading|messages|message-flags|event-queues)\//,
  },
  // A field that pages of other versions read.
  "a person's standing in the organization": {
    part: /^standings?$/i,
    where: /^(?:src\/pages\/session\/|web\/shared\/session\/|web\/admin\/data\/me\.ts)/,
  },
};

/** Catalogues have names of their own: what a translator sees. */
const isCatalogue = (file: string) => /\/(?:texts|words)\/|(?:texts|words)(?:\.d)?\.tsx?$/.test(file);

const partsOf = (name: string) => name.split(/(?=[A-Z])|_/);

function declaredNames(file: string, text: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node) => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isDeclared(node))
      found.add(node.text.replace(/^#/, ''));
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : undefined),
  );
  return [...found];
}

function homeMadeNames(file: string, text: string): string[] {
  return declaredNames(file, text).filter(
    (name) => partsOf(name).some((part) => HOME_MADE.test(part)) && !SENT.test(name) && !GIVEN[file]?.includes(name),
  );
}

/** Names that have a word of one meaning, in a place that is about something else. */
function namesElsewhere(file: string, text: string): string[] {
  const rules = Object.values(ONE_MEANING);
  return declaredNames(file, text).filter((name) => {
    const own = rules.filter(({ part }) => partsOf(name).some((each) => part.test(each)));
    return own.length > 0 && !own.some(({ where }) => where.test(file));
  });
}

function isDeclared(node: ts.Identifier | ts.PrivateIdentifier): boolean {
  return (node.parent as { name?: ts.Node }).name === node && !ts.isPropertyAccessExpression(node.parent);
}

test('names are the field’s terms, in files and in what they declare', async () => {
  const problems: string[] = [];
  for await (const file of glob('{src,web,bench,scripts,tests}/**/*.{ts,tsx,js,mjs}', {
    cwd: root,
    exclude: (name) => /^(?:dist|wire|node_modules)$/.test(name),
  })) {
    if (file.split(/[/.-]/).some((part) => HOME_MADE.test(part))) problems.push(file);
    if (isCatalogue(file)) continue;
    const text = await readFile(path.join(root, file), 'utf8');
    problems.push(...[...homeMadeNames(file, text), ...namesElsewhere(file, text)].map((name) => `${file}: ${name}`));
  }
  assert.deepEqual(problems, []);
});

test('a home-made name is found, however it is declared', () => {
  const text = 'const told = 1; class A { #heard = 2 } interface B { keptAt: number } const ok = { text: b.said };';
  assert.deepEqual(homeMadeNames('src/a.ts', text), ['told', 'heard', 'keptAt']);
});

test('a word of one meaning is found elsewhere', () => {
  const text = 'const standing = 1; class A { #adminDoor = 2 }';
  assert.deepEqual(namesElsewhere('src/platform/a.ts', text), ['standing', 'adminDoor']);
  assert.deepEqual(namesElsewhere('src/chat/reading/a.ts', text), ['adminDoor']);
});
