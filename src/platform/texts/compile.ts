import { type MessageFormatElement, type PluralOrSelectOption, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A catalogue as it stands in its JSON file: messages in ICU MessageFormat, in groups. */
export interface CatalogueTree {
  readonly [key: string]: CatalogueNode;
}
type CatalogueNode = string | readonly string[] | CatalogueTree;

/** Type that a message requires of an argument: a text, a number, a boolean, or one of some words. */
export type ArgumentType = 'string' | 'number' | 'boolean' | readonly string[];

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Compiles a catalogue to the body of a JavaScript function that returns its messages: plain strings, and functions of
 * named arguments. Nothing is parsed when a message is used. Throws a `SyntaxError` that names the message at fault.
 * @param language a BCP 47 tag, for `Intl`
 */
export function compileCatalogue(language: string, tree: CatalogueTree): string {
  const object = compileNode(tree, []);
  const tag = JSON.stringify(language);
  const needed = [
    object.includes('plural(') && onFirstUse('plural', `new Intl.PluralRules(${tag})`, 'select'),
    object.includes('ordinal(') && onFirstUse('ordinal', `new Intl.PluralRules(${tag}, { type: 'ordinal' })`, 'select'),
    object.includes('number(') && onFirstUse('number', `new Intl.NumberFormat(${tag})`, 'format'),
  ];
  return [...needed.filter(Boolean), `return ${object};`].join('\n');
}

/** Declares a function that makes what it asks when it is first called: a page waits tens of milliseconds for the first of them. */
function onFirstUse(name: string, made: string, method: string): string {
  return `let ${name}s; const ${name} = (value) => (${name}s ??= ${made}).${method}(value);`;
}

/** Returns the arguments of a message by name; none for a plain text. */
export function argumentsOf(message: string): ReadonlyMap<string, ArgumentType> {
  const found = new Map<string, ArgumentType>();
  collect(parseMessage(message), found);
  return found;
}

function compileNode(node: CatalogueNode, path: readonly string[]): string {
  if (typeof node === 'string') return compileMessage(node, path);
  if (Array.isArray(node)) return `[${node.map((each, at) => compileNode(each, [...path, String(at)])).join(', ')}]`;
  const members = Object.entries(node).map(
    ([key, member]) => `${JSON.stringify(key)}: ${compileNode(member, [...path, key])}`,
  );
  return `{ ${members.join(', ')} }`;
}

function compileMessage(message: string, path: readonly string[]): string {
  try {
    const elements = parseMessage(message);
    const expression = compileElements(elements, undefined);
    return argumentsOf(message).size === 0 ? expression : `(v) => ${expression}`;
  } catch (error) {
    throw new SyntaxError(`${path.join('.')}: ${(error as Error).message}`, { cause: error });
  }
}

/** Angle brackets are text: what is HTML comes from pages, not from translators. */
function parseMessage(message: string): MessageFormatElement[] {
  return parse(message, { ignoreTag: true, requiresOtherClause: true });
}

/** @param counted the number that `#` stands for */
function compileElements(elements: readonly MessageFormatElement[], counted: string | undefined): string {
  if (elements.length === 0) return '""';
  const parts = elements.map((element) => compileElement(element, counted));
  // Begins with a text, so that what follows is joined, not added.
  return parts[0]!.startsWith('"') ? parts.join(' + ') : ['""', ...parts].join(' + ');
}

function compileElement(element: MessageFormatElement, counted: string | undefined): string {
  switch (element.type) {
    case TYPE.literal:
      return JSON.stringify(element.value);
    case TYPE.argument:
      return argument(element.value);
    case TYPE.number:
      if (element.style) throw new SyntaxError(`{${element.value}, number} takes no style here: format it in the code`);
      return `number(${argument(element.value)})`;
    case TYPE.pound:
      return `number(${counted})`;
    case TYPE.plural: {
      const value = argument(element.value);
      const number = element.offset === 0 ? value : `(${value} - ${element.offset})`;
      const rule = element.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      const test = (key: string) =>
        key.startsWith('=') ? `${value} === ${Number(key.slice(1))}` : `${rule}(${number}) === "${key}"`;
      return choice(element.options, test, number);
    }
    case TYPE.select: {
      const value = argument(element.value);
      return choice(element.options, (key) => `String(${value}) === ${JSON.stringify(key)}`, counted);
    }
    default:
      throw new SyntaxError('only texts, numbers, plurals and choices can stand in a message');
  }
}

/** Exact numbers are looked at before the forms of a plural, as ICU has it. */
function choice(
  options: Record<string, PluralOrSelectOption>,
  test: (key: string) => string,
  counted: string | undefined,
): string {
  const keys = Object.keys(options).filter((key) => key !== 'other');
  const ordered = [...keys.filter((key) => key.startsWith('=')), ...keys.filter((key) => !key.startsWith('='))];
  const tests = ordered.map((key) => `${test(key)} ? ${compileElements(options[key]!.value, counted)} : `);
  return `(${tests.join('')}${compileElements(options.other!.value, counted)})`;
}

function argument(name: string): string {
  if (!IDENTIFIER.test(name)) throw new SyntaxError(`{${name}} cannot be the name of an argument`);
  return `v.${name}`;
}

function collect(elements: readonly MessageFormatElement[], found: Map<string, ArgumentType>): void {
  for (const element of elements) {
    if (element.type === TYPE.argument && !found.has(element.value)) found.set(element.value, 'string');
    if (element.type === TYPE.number || element.type === TYPE.plural) found.set(element.value, 'number');
    if (element.type === TYPE.select) found.set(element.value, choicesOf(Object.keys(element.options)));
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) collect(option.value, found);
  }
}

/** `true` with `other` is a boolean. */
function choicesOf(keys: readonly string[]): ArgumentType {
  return keys.every((key) => ['true', 'false', 'other'].includes(key)) ? 'boolean' : [...keys].sort();
}
