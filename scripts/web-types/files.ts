import { isChatOperation } from '../../src/chat/http/operation.ts';
import { isDispatchOperation } from '../../src/dispatch/http/operation.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { referToSchemas, type SchemaNames } from '../../src/platform/http/schema-names.ts';
import { printType, type Schema } from './print.ts';

const HEADER = '// Written by "npm run web:types" from the declarations of the operations. Not to be edited.\n';

/** The types of what the APIs answer, as `web/store/wire/` keeps them: schemas with names first, then the answers. */
export async function wireTypeFiles(): Promise<Map<string, string>> {
  const { operations, schemaNames } = await findDeclarations(['chat', 'dispatch', 'bridge']);
  const sorted = operations.sort((one, other) => (one.id! < other.id! ? -1 : 1));
  const chat = sorted.filter(isChatOperation).flatMap(({ id, answer, optionalAnswer = [] }): [string, object][] => {
    const fields = Object.keys(answer);
    if (fields.length === 0) return [];
    const required = fields.filter((field) => !optionalAnswer.includes(field));
    return [[`${pascalCase(id!)}Answer`, { type: 'object', properties: answer, required }]];
  });
  const dispatch = sorted
    .filter(isDispatchOperation)
    .flatMap(({ id, answer, events = {} }): [string, object][] => [
      ...(answer ? [[`${pascalCase(id!)}Answer`, answer] satisfies [string, object]] : []),
      ...Object.entries(events).map(([event, data]): [string, object] => [
        `${pascalCase(id!)}${pascalCase(event)}`,
        data,
      ]),
    ]);
  return new Map([
    ['web/store/wire/chat.ts', types(chat, schemaNames)],
    ['web/store/wire/dispatch.ts', types(dispatch, schemaNames)],
  ]);
}

function types(answers: readonly [name: string, schema: object][], names: SchemaNames): string {
  const { value, schemas } = referToSchemas(Object.fromEntries(answers), names);
  const declared = Object.entries({ ...schemas, ...(value as object) });
  const texts = declared.map(
    ([name, schema]) => `export type ${name} = ${membersOnLines(printType(schema as Schema))};\n`,
  );
  return [HEADER, ...texts].join('\n');
}

/** One line for each member of the outermost object, so that a change shows. */
function membersOnLines(text: string): string {
  if (!text.startsWith('{ ')) return text;
  if (isUnion(text)) return text;
  let depth = 0;
  let shown = '';
  for (const [index, character] of [...text].entries()) {
    if ('{[<('.includes(character)) depth++;
    if ('}]>)'.includes(character)) depth--;
    const isSeparator = depth === 1 && (character === ';' || (character === '{' && index === 0));
    if (depth === 0 && index === text.length - 1) shown = `${shown.trimEnd()};\n}`;
    else if (isSeparator) shown += `${character}\n `;
    else shown += character;
  }
  return shown;
}

/** Whether an object that a text begins with ends before the text does. */
function isUnion(text: string): boolean {
  let depth = 0;
  return [...text].some((character, index) => {
    if ('{[<('.includes(character)) depth++;
    if ('}]>)'.includes(character)) depth--;
    return depth === 0 && index < text.length - 1;
  });
}

function pascalCase(id: string): string {
  return id
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
}
