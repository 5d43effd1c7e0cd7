import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import type { LinkifierRow } from './linkifier.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

export const LinkifierObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the linkifier.' }),
    pattern: Type.String({ description: 'Regular expression that finds what becomes a link.' }),
    url_template: Type.String({
      description: 'URI template (RFC 6570) whose variables are the groups of the pattern.',
    }),
    example_input: described(nullableText, 'Example of a text that the pattern matches, for settings. Null: none.'),
    reverse_template: described(nullableText, 'Text that a pasted address of this kind becomes. Null: none.'),
    alternative_url_templates: Type.Array(Type.String(), {
      description: 'Further templates with which clients recognize pasted addresses.',
    }),
  },
  { additionalProperties: false },
);

/** The older form: pattern, format of the address, ID. */
export const LinkifierTuple = Type.Tuple([Type.String(), Type.String(), Type.Integer()], {
  description: 'Pattern, format of the address, and ID.',
});

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
