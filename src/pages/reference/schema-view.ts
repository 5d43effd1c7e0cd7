import { type Html, html } from '../http/html.ts';
import { inline } from './inline.ts';
import { referredName, type Schema } from './open-api.ts';

/** Address of a named schema. */
const schemaHref = (api: string, name: string): string => `/docs/${api}/schemas#${name}`;

/** The type of a value in words: `array of Message`, `string or null`. Named types are links. */
export function typeOf(api: string, schema: Schema): Html {
  if (schema.$ref) {
    const name = referredName(schema.$ref);
    return html`<a href="${schemaHref(api, name)}">${name}</a>`;
  }
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return joined(schema.enum.map((each) => html`<code>${JSON.stringify(each)}</code>`));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(choices.map((each) => typeOf(api, each)));
  if (schema.allOf)
    return joined(
      schema.allOf.map((each) => typeOf(api, each)),
      ' and ',
    );
  if (schema.prefixItems)
    return html`list of ${joined(
      schema.prefixItems.map((each) => typeOf(api, each)),
      ', ',
    )}`;
  if (schema.items) return html`array of ${typeOf(api, schema.items)}`;
  if (Array.isArray(schema.type)) return html`${schema.type.join(' or ')}`;
  return html`${(schema.type as string | undefined) ?? 'any value'}`;
}

function joined(parts: readonly Html[], between = ' or '): Html {
  return html`${parts.map((part, index) => html`${index > 0 && between}${part}`)}`;
}

/** The limits of a value: `1 to 100`, `at most 60 characters`, `default 20`. */
function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, pattern } = schema;
  return [
    rangeOf(minimum, maximum, ''),
    rangeOf(minLength || undefined, maxLength, ' characters'),
    rangeOf(minItems || undefined, maxItems, ' items'),
    format,
    pattern && `matches ${pattern}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((each) => each !== undefined && each !== false && each !== '') as string[];
}

function rangeOf(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined) return `at most ${high}${unit}`;
  if (high === undefined) return `at least ${low}${unit}`;
  return `${low} to ${high}${unit}`;
}

/** Which fields bear a word: those that must be sent, or those that an answer may lack. */
export type Marked = 'required' | 'optional';

/** The properties of an object, and within them those of objects without a name; undefined for other values. */
export function propertiesOf(api: string, schema: Schema, marked: Marked): Html | undefined {
  const { properties = {}, required = [], patternProperties = {}, additionalProperties } = schema;
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const rows = [
    ...Object.entries(properties).map(([name, each]) =>
      rowOf(api, name, each, required.includes(name) === (marked === 'required') && marked, marked),
    ),
    ...Object.entries(patternProperties).map(([pattern, each]) => rowOf(api, `/${pattern}/`, each, false, marked)),
    ...(typeof additionalProperties === 'object'
      ? [rowOf(api, 'any other name', additionalProperties, false, marked)]
      : []),
  ];
  const lists = [
    rows.length > 0 && html`<dl class="fields">${rows}</dl>`,
    ...parts.map((part) => propertiesOf(api, part, marked)),
    schema.items && propertiesOf(api, schema.items, marked),
    ...(schema.prefixItems ?? []).map((part) => propertiesOf(api, part, marked)),
  ].filter((each) => each !== undefined && each !== false);
  return lists.length > 0 ? html`${lists}` : undefined;
}

function rowOf(api: string, name: string, schema: Schema, mark: Marked | false, marked: Marked): Html {
  return fieldRow({ name, type: typeOf(api, schema), schema, mark, inner: propertiesOf(api, schema, marked) });
}

interface Field {
  name: string;
  type: Html;
  schema: Schema;
  mark: Marked | false;
  description?: string | undefined;
  inner?: Html | undefined;
}

/** One line of a list of fields: name, type, limits, what it means. */
export function fieldRow({ name, type, schema, mark, description = schema.description, inner }: Field): Html {
  const limits = limitsOf(schema);
  return html`<dt><code>${name}</code> <span class="type">${type}</span>${mark && html` <span class="${mark}">${mark}</span>`}</dt>
<dd>${description !== undefined && html`<p>${inline(description)}</p>`}${
    limits.length > 0 && html`<p class="limits">${limits.join(', ')}</p>`
  }${inner && html`<details><summary>Fields of <code>${name}</code></summary>${inner}</details>`}</dd>
`;
}
