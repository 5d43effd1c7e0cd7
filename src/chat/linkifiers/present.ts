import { Type } from 'typebox';
import type { LinkifierRow } from './linkifier.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

export const LinkifierObject = Type.Object(
  {
    id: Type.Integer(),
    pattern: Type.String(),
    url_template: Type.String(),
    example_input: nullableText,
    reverse_template: nullableText,
    alternative_url_templates: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);

/** The older form: pattern, format of the address, ID. */
export const LinkifierTuple = Type.Tuple([Type.String(), Type.String(), Type.Integer()]);

/** client: fields as the public documentation of `GET /realm/linkifiers` lists them. */
export function presentLinkifier(row: LinkifierRow) {
  return {
    id: row.id,
    pattern: row.pattern,
    url_template: row.urlTemplate,
    example_input: row.exampleInput,
    reverse_template: row.reverseTemplate,
    alternative_url_templates: row.alternativeUrlTemplates,
  };
}
