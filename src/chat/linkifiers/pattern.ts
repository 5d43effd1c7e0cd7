import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import { UrlTemplate } from '../../../rules/url-template.ts';
import { memoized } from '../../platform/lazy.ts';
import { badRequest } from '../http/errors.ts';
import type { Linkifier } from '../markdown/index.ts';
import { isSafeHref } from '../markdown/links.ts';
import type { LinkifierRow } from './linkifier.ts';

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

/** Compiled patterns that are kept: one takes 0.4 ms, and organizations share them. */
const MAX_COMPILED = 500;

/** `compile`, once for each pattern, however often an organization's state changes. */
export const compiledPattern = memoized(MAX_COMPILED, compile);

/** A linkifier, which compiles its pattern when it is first needed. */
export function compileLinkifier({ pattern, urlTemplate }: Pick<LinkifierRow, 'pattern' | 'urlTemplate'>): Linkifier {
  const literal = requiredText(pattern);
  let compiled: { pattern: Pattern; cost: number; template: UrlTemplate; names: string[] } | undefined;
  const ready = () => {
    if (compiled) return compiled;
    const ours = compiledPattern(pattern);
    const template = UrlTemplate.parse(urlTemplate)!;
    compiled = { pattern: ours, cost: ours.programSize(), template, names: groupNames(pattern) };
    return compiled;
  };
  return {
    find(text, steps) {
      // Most texts hold nothing of it, and this costs next to nothing.
      if (literal !== undefined && !text.includes(literal)) return [];
      const { pattern: ours, cost, template, names } = ready();
      const found: ReturnType<Linkifier['find']> = [];
      for (const { offset, part } of windowsOf(text)) {
        if (literal !== undefined && !part.includes(literal)) continue;
        const matcher = ours.matcher(part);
        for (let pos = 0; pos <= part.length; ) {
          // Each look may go on to the end of the part.
          const price = cost * (part.length - pos + LOOK_CHARACTERS);
          if (found.length === MAX_MATCHES || price > steps.left) return found;
          steps.left -= price;
          if (!matcher.find(pos)) break;
          const [start, end] = [matcher.start(1), matcher.end(1)];
          // The character after a match may stand before the next one.
          pos = Math.max(end, pos + 1);
          if (end === start) continue;
          const values = Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined]));
          const href = template.expand(values);
          if (isSafeHref(href)) found.push({ start: offset + start, end: offset + end, href });
        }
      }
      return found;
    },
  };
}

/** Cost of a match attempt besides its characters, in characters. */
const LOOK_CHARACTERS = 20;
/**
 * A long line is looked at in parts of about so many characters, between blanks: a pattern that looks ahead to the end of the
 * text for each match would take a time that grows with its square.
 */
const WINDOW = 250;

function* windowsOf(text: string): Generator<{ offset: number; part: string }> {
  for (let offset = 0; offset < text.length; ) {
    const blank = text.length - offset > WINDOW ? text.slice(offset + WINDOW).search(/\s/) : -1;
    const end = blank < 0 ? text.length : offset + WINDOW + blank;
    yield { offset, part: text.slice(offset, end) };
    // The blank itself sets the next part off.
    offset = end;
  }
}

/** An escape, a class, a count, or a character. */
const ATOM =
  /\\(?:[pPx]\{[^}]*\}|x[0-9A-Fa-f]{2}|[0-7]{1,3}|[pP].|.)|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./gsu;

/** A text that everything has which the pattern matches, if that is easily told. */
export function requiredText(pattern: string): string | undefined {
  // Choices and flags, and what else this does not read.
  if (/\||\\[QE]|\(\?(?!P?<|:)/.test(pattern)) return undefined;
  let longest = '';
  let run = '';
  let depth = 0;
  const end = () => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  for (const [atom] of pattern.matchAll(ATOM)) {
    if (/^(?:[?*]|\{)/.test(atom) && atom !== '{') {
      // The preceding part may be missing.
      run = [...run].slice(0, -1).join('');
      end();
    } else if (atom === '(') {
      end();
      depth++;
    } else if (atom === ')') {
      end();
      depth--;
    } else if (depth > 0 || /^[.^$+[]/.test(atom) || /^\\[\dA-Za-z]/.test(atom)) end();
    else run += atom.replace(/^\\/, '');
  }
  end();
  return longest === '' ? undefined : longest;
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
    compiled = compiledPattern(pattern);
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
  if (exampleInput !== null && !compiled.matcher(exampleInput).find())
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
