import fc from 'fast-check';

/** The part of JSON Schema that our documents use. */
export interface Schema {
  type?: string;
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  minLength?: number;
  items?: Schema | false;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/** Existing objects, so that requests reach further than "there is no such thing". */
export interface Known {
  integers: readonly number[];
  ids: readonly string[];
  texts: readonly string[];
}

const TEXTS = [
  '',
  ' ',
  'a',
  '\u0000',
  '\ud800',
  '\u202e',
  '💬'.repeat(15),
  "it's",
  '%00',
  '../..',
  '+14155550123',
  'someone@couriers.example',
  'https://receiver.example/hook',
  '2030-02-30',
  '2030-01-01T00:00:00Z',
  'Europe/Warsaw',
  '#12ab9f',
  'new',
  'newest',
  'first_unread',
  '@**all**',
  '```\n> *a*\n$$x^2$$',
  '[[1, 2], [3]]',
  '{"operator": "is", "operand": "unread"}',
  '5'.repeat(300),
];

/** A value of a schema, mostly: bounds and what lies beyond them, what is known, and now and then anything at all. */
export function shaped(schema: Schema, known: Known, depth = 0): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.constantFrom(...TEXTS),
    fc.constantFrom(null, true, 0, -1, 0.5, 2 ** 31, 2 ** 53, 1e300, [], {}),
    fc.jsonValue({ maxDepth: 2 }),
  );
  return fc.oneof({ weight: 14, arbitrary: fitting(schema, known, depth) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Schema, known: Known, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => shaped(each, known, depth)));
  switch (schema.type) {
    case 'string':
      return text(schema, known);
    case 'integer':
    case 'number':
      return number(schema, known);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return list(schema, known, depth);
    case 'object':
      return object(schema, known, depth);
    default:
      return fc.oneof(fc.constantFrom(...TEXTS, ...known.ids, ...known.integers), fc.jsonValue({ maxDepth: 2 }));
  }
}

function list({ items = {}, minItems = 0, maxItems = 4 }: Schema, known: Known, depth: number): fc.Arbitrary<unknown> {
  const maxLength = Math.max(minItems, Math.min(maxItems, depth > 2 ? 1 : 4));
  // Of coordinates the document says each by itself.
  const element = typeof items === 'object' ? shaped(items, known, depth + 1) : fc.constantFrom(-122.4, 37.78, 90, 181);
  return fc.array(element, { minLength: minItems, maxLength });
}

function text({ pattern, maxLength = 10_000 }: Schema, known: Known): fc.Arbitrary<string> {
  if (pattern?.includes('{24}')) return fc.constantFrom(...known.ids, 'A'.repeat(24), `${'a'.repeat(23)}~`);
  if (pattern) return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.constantFrom(...TEXTS));
  const atTheBound = fc.constantFrom('x'.repeat(Math.min(maxLength, 12_000)), '💬'.repeat(Math.min(maxLength, 5000)));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...TEXTS, ...known.texts, ...known.ids, ...known.integers.map(String)) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 1, arbitrary: atTheBound },
  );
}

function number({ type, minimum, maximum }: Schema, known: Known): fc.Arbitrary<number> {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const around = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
  const usual = [0, 1, 2, -1, 10, 1000, 1_893_456_000, 1_893_456_000_000, ...(type === 'number' ? [0.5, 37.77] : [])];
  return fc.constantFrom(...known.integers, ...known.integers, ...around, ...usual);
}

function object(schema: Schema, known: Known, depth: number): fc.Arbitrary<object> {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema;
  const members = Object.entries(properties).map(([name, member]) => [name, shaped(member, known, depth + 1)] as const);
  const named = fc.record(Object.fromEntries(members), {
    requiredKeys: required.filter((name) => name in properties),
  });
  const others = patternProperties
    ? Object.values(patternProperties)[0]!
    : typeof additionalProperties === 'object'
      ? additionalProperties
      : undefined;
  if (!others || depth > 3) return thinned(named, required);
  const names = fc.constantFrom('one', 'two', '1', ...known.ids, ...known.integers.map(String));
  const further = fc.dictionary(names, shaped(others, known, depth + 1), { maxKeys: 3 });
  return fc.tuple(thinned(named, required), further).map(([own, more]) => ({ ...more, ...own }));
}

/** Some of the members that may be left out: with all of them at once one that is wrong hides what the others do. */
function thinned(named: fc.Arbitrary<object>, required: readonly string[]): fc.Arbitrary<object> {
  return fc.tuple(named, fc.integer({ min: 1, max: 6 }), fc.nat()).map(([whole, most, from]) => {
    const free = Object.entries(whole).filter(([name]) => !required.includes(name));
    const retained = free.map((_, n) => free[(n + from) % free.length]!).slice(0, most);
    const needed = Object.entries(whole).filter(([name]) => required.includes(name));
    return Object.fromEntries([...needed, ...retained]);
  });
}
