/** Format in which each operator of RFC 6570 expands its variables (section 3.2). */
interface Operator {
  first: string;
  separator: string;
  isNamed: boolean;
  /** Separator between a name and an empty value. */
  ifEmpty: string;
  /** Whether reserved characters stay as they are. */
  reserved: boolean;
}

const simple: Operator = { first: '', separator: ',', isNamed: false, ifEmpty: '', reserved: false };
const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': { ...simple, reserved: true },
  '#': { ...simple, first: '#', reserved: true },
  '.': { ...simple, first: '.', separator: '.' },
  '/': { ...simple, first: '/', separator: '/' },
  ';': { ...simple, first: ';', separator: ';', isNamed: true },
  '?': { ...simple, first: '?', separator: '&', isNamed: true, ifEmpty: '=' },
  '&': { ...simple, first: '&', separator: '&', isNamed: true, ifEmpty: '=' },
};

interface Expression {
  operator: Operator;
  variables: { name: string; prefix: number | undefined }[];
}

/**
 * An address with places for values (RFC 6570), of which each is one text. It is written here because the library
 * `url-template` (3.1.1) neither refuses what is no template nor names the variables, cuts a prefix in the middle of a
 * character (and throws then), and encodes the names of variables a second time.
 */
export class UrlTemplate {
  readonly #parts: readonly (string | Expression)[];

  private constructor(parts: readonly (string | Expression)[]) {
    this.#parts = parts;
  }

  /** Undefined for what is no template. */
  static parse(text: string): UrlTemplate | undefined {
    const parts: (string | Expression)[] = [];
    let from = 0;
    for (const { 0: found, 1: inside, index } of text.matchAll(/\{([^{}]*)\}/g)) {
      const expression = parseExpression(inside!);
      if (!expression) return undefined;
      parts.push(text.slice(from, index), expression);
      from = index + found.length;
    }
    parts.push(text.slice(from));
    return parts.some((part) => typeof part === 'string' && /[{}]/.test(part)) ? undefined : new UrlTemplate(parts);
  }

  /** Names of all variables, each once. */
  get variables(): string[] {
    const names = this.#parts.flatMap((part) =>
      typeof part === 'string' ? [] : part.variables.map(({ name }) => name),
    );
    return [...new Set(names)];
  }

  /** @param values those that are undefined are left out, as the standard says */
  expand(values: Readonly<Record<string, string | undefined>>): string {
    return this.#parts.map((part) => (typeof part === 'string' ? encode(part, true) : write(part, values))).join('');
  }
}

const VARIABLE = /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(?::([1-9]\d{0,3})|\*)?$/;

function parseExpression(inside: string): Expression | undefined {
  const sign = Object.hasOwn(OPERATORS, inside[0] ?? '') ? inside[0]! : '';
  const variables: Expression['variables'] = [];
  for (const part of inside.slice(sign.length).split(',')) {
    const match = VARIABLE.exec(part);
    if (!match) return undefined;
    variables.push({ name: match[1]!, prefix: match[2] === undefined ? undefined : Number(match[2]) });
  }
  return { operator: sign === '' ? simple : OPERATORS[sign]!, variables };
}

function write({ operator, variables }: Expression, values: Readonly<Record<string, string | undefined>>): string {
  const written: string[] = [];
  for (const { name, prefix } of variables) {
    const value = values[name];
    if (value === undefined) continue;
    const text = encode(prefix === undefined ? value : [...value].slice(0, prefix).join(''), operator.reserved);
    const label = operator.isNamed ? `${name}${text === '' ? operator.ifEmpty : '='}` : '';
    written.push(label + text);
  }
  return written.length === 0 ? '' : operator.first + written.join(operator.separator);
}

function encode(text: string, reserved: boolean): string {
  const encoded = encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, hex);
  if (!reserved) return encoded;
  return text
    .toWellFormed()
    .split(/(%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=])/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');
}

function hex(ch: string): string {
  return `%${ch.charCodeAt(0).toString(16).toUpperCase()}`;
}
