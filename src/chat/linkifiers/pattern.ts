import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import { badRequest } from '../http/errors.ts';
import type { Linkifier } from '../markdown/index.ts';
import { isSafeHref } from '../markdown/links.ts';
import type { LinkifierRow } from './linkifier.ts';
import { UrlTemplate } from './url-template.ts';

type Pattern = re2js.RE2JS;

/** Steps that a compiled pattern may have: what it may cost for each character of a message. */
const MAX_PROGRAM = 200;
/** Links of one linkifier in one piece of text: more of them nobody follows. */
const MAX_MATCHES = 200;

const require = createRequire(import.meta.url);

/**
 * A pattern as it is looked for: whole, between characters that are not part of a word. Its own library runs in time
 * that is linear in the text, whatever the pattern: they are written by people whom the server does not know.
 * @throws an error whose message says what is wrong
 */
function compile(pattern: string): Pattern {
  const { RE2JS } = require('re2js') as typeof re2js;
  // By itself first: what is wrong within must not be mended by what stands around.
  RE2JS.compile(pattern);
  return RE2JS.compile(`(?:^|[\\s'"(,:<])((?:${pattern}))(?:$|[^\\pL\\pN])`);
}

/** A linkifier that is ready to look for its pattern. */
export function compileLinkifier({ pattern, urlTemplate }: Pick<LinkifierRow, 'pattern' | 'urlTemplate'>): Linkifier {
  let compiled: { pattern: Pattern; template: UrlTemplate; names: string[] } | undefined;
  const ready = () => {
    compiled ??= {
      pattern: compile(pattern),
      template: UrlTemplate.parse(urlTemplate)!,
      names: groupNames(pattern),
    };
    return compiled;
  };
  return {
    get cost() {
      return ready().pattern.programSize();
    },
    find(text) {
      const { pattern: compiledPattern, template, names } = ready();
      const matcher = compiledPattern.matcher(text);
      const found = [];
      for (let pos = 0; pos <= text.length && found.length < MAX_MATCHES && matcher.find(pos); ) {
        const [start, end] = [matcher.start(1), matcher.end(1)];
        // The character after a match may stand before the next one.
        pos = Math.max(end, pos + 1);
        if (end === start) continue;
        const values = Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined]));
        const href = template.expand(values);
        if (isSafeHref(href)) found.push({ start, end, href });
      }
      return found;
    },
  };
}

function groupNames(pattern: string): string[] {
  return [...pattern.matchAll(/\(\?P?<([A-Za-z_]\w*)>/g)].map(([, name]) => name!);
}

/**
 * Holds a pattern and the templates made for it against the rules.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkLinkifier({
  pattern,
  urlTemplate,
  alternativeUrlTemplates,
  ...given
}: Omit<LinkifierRow, 'id'>): void {
  let compiled: Pattern;
  try {
    compiled = compile(pattern);
  } catch (error) {
    throw badRequest(`Bad regular expression: ${(error as Error).message}`);
  }
  if (compiled.programSize() > MAX_PROGRAM) throw badRequest('Bad regular expression: it is too complex');
  if (compiled.matches('')) throw badRequest('Bad regular expression: it matches an empty text');
  const groups = Object.keys(compiled.namedGroups());
  for (const template of [urlTemplate, ...alternativeUrlTemplates]) checkTemplate(template, groups);
  const { reverseTemplate, exampleInput } = given;
  if (reverseTemplate !== null) {
    const variables = reverseVariables(reverseTemplate);
    if (!variables) throw badRequest('Invalid reverse template.');
    const unknown = variables.find((name) => !groups.includes(name));
    if (unknown !== undefined)
      throw badRequest(`Group '${unknown}' in reverse template is not present in linkifier pattern.`);
  }
  if (exampleInput !== null && !compile(pattern).matcher(exampleInput).find())
    throw badRequest('Example input does not match the pattern.');
}

function checkTemplate(text: string, groups: readonly string[]): void {
  const template = UrlTemplate.parse(text);
  if (!template || !isSafeHref(template.expand(Object.fromEntries(template.variables.map((name) => [name, '1'])))))
    throw badRequest('Invalid URL template.');
  const { variables } = template;
  const unused = groups.find((name) => !variables.includes(name));
  if (unused !== undefined) throw badRequest(`Group '${unused}' in linkifier pattern is not present in URL template.`);
  const unknown = variables.find((name) => !groups.includes(name));
  if (unknown !== undefined)
    throw badRequest(`Group '${unknown}' in URL template is not present in linkifier pattern.`);
}

/** The variables of `text {name}`, where `{{` and `}}` are braces; undefined for what is no template. */
function reverseVariables(template: string): string[] | undefined {
  const plain = template.replaceAll('{{', '').replaceAll('}}', '');
  const names = [...plain.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return /[{}]/.test(plain.replaceAll(/\{\w+\}/g, '')) ? undefined : names;
}
