import { Type } from 'typebox';
import { json, optional, text } from '../http/params.ts';

const Template = Type.String({ maxLength: 1000 });
const nullable = Type.Union([Template, Type.Null()]);

/** Shared parameters of `POST` and `PATCH /realm/filters`. */
export const linkifierParams = {
  pattern: text(Type.String({ minLength: 1, maxLength: 500 })),
  url_template: text(Type.String({ minLength: 1, maxLength: 1000 })),
  example_input: optional(text(nullable)),
  reverse_template: optional(text(nullable)),
  alternative_url_templates: optional(json(Type.Array(Template, { maxItems: 20 }))),
};
