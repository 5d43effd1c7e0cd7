import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { json, optional, text } from '../http/params.ts';

const Template = Type.String({ maxLength: 1000 });
const nullable = Type.Union([Template, Type.Null()]);

/** Shared parameters of `POST` and `PATCH /realm/filters`. */
export const linkifierParams = {
  pattern: text(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Regular expression in RE2 syntax, with named groups such as `(?P<id>[0-9]+)`.',
    }),
  ),
  url_template: text(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'URI template (RFC 6570) whose variables are the groups of the pattern.',
    }),
  ),
  example_input: optional(
    text(described(nullable, 'Example of a text that the pattern matches, for settings. Null: none.')),
  ),
  reverse_template: optional(text(described(nullable, 'Text that a pasted address of this kind becomes. Null: none.'))),
  alternative_url_templates: optional(
    json(
      Type.Array(Template, {
        maxItems: 20,
        description: 'Further templates with which clients recognize pasted addresses.',
      }),
    ),
  ),
};
