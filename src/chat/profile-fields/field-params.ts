import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { badRequest } from '../http/errors.ts';
import { Id, json, optional, text } from '../http/params.ts';
import { FieldType, MAX_FIELDS, type ProfileField } from './profile-field.ts';

const MAX_CHOICES = 200;
/** Fields that a small picture of a profile shows. */
const MAX_IN_SUMMARY = 2;

const Choices = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Object(
    {
      text: Type.String({ maxLength: 100, description: 'Choice as people see it.' }),
      order: Type.Union([Type.String({ maxLength: 10 }), Type.Integer()], {
        description: 'Place of the choice among the others.',
      }),
    },
    { additionalProperties: false },
  ),
);
const Account = Type.Object(
  {
    subtype: Type.Optional(Type.String({ description: 'Must be `custom`.' })),
    url_pattern: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'Address with `%(username)s` where the name of the account belongs.',
      }),
    ),
  },
  { additionalProperties: false },
);
const FieldData = Type.Union([Choices, Account]);

/** Parameters of a field; all but the type can be changed. */
export const fieldParams = {
  name: optional(text(Type.String({ maxLength: 40, description: 'Label of the field, at most 40 characters.' }))),
  hint: optional(
    text(Type.String({ maxLength: 80, description: 'Help for people who fill in the field, at most 80 characters.' })),
  ),
  field_data: optional(
    json(described(FieldData, 'Choices by key for a list of options, or the address of an external account.')),
  ),
  display_in_profile_summary: optional(
    json(Type.Boolean({ description: 'Whether small views of a profile show the field. Two fields can have it.' })),
  ),
  required: optional(json(Type.Boolean({ description: 'Whether clients ask people to fill in the field.' }))),
  editable_by_user: optional(
    json(Type.Boolean({ description: 'Whether people change their own value. `false`: only administrators do.' })),
  ),
};

/** Values of a profile as requests give them; the fields say what they must be. */
export const ProfileValues = Type.Array(
  Type.Object({
    id: described(Id, 'ID of the custom profile field.'),
    value: Type.Unknown({ description: 'New value: a text, or a list of user IDs for a field of people.' }),
  }),
  { maxItems: MAX_FIELDS },
);

/** @throws {ChatError} `BAD_REQUEST` */
export function checkFieldName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest('Label cannot be blank.');
  return name;
}

/**
 * Checks and returns the data of a field of that type.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkFieldData(type: FieldType, given: Static<typeof FieldData>): Record<string, unknown> {
  if (type === FieldType.choice) return checkChoices(given);
  if (type === FieldType.externalAccount) return checkAccount(given as Static<typeof Account>);
  if (Object.keys(given).length > 0) throw badRequest('Field type does not support field data.');
  return {};
}

function checkChoices(given: object): Record<string, unknown> {
  const choices = Object.entries(given) as [string, unknown][];
  if (choices.length === 0) throw badRequest('Field must have at least one choice.');
  if (choices.length > MAX_CHOICES) throw badRequest(`Field must not have more than ${MAX_CHOICES} choices.`);
  const texts = new Set<string>();
  for (const [key, choice] of choices) {
    if (key === '') throw badRequest("'value' cannot be blank.");
    if (typeof choice !== 'object') throw badRequest('Invalid field_data');
    const { text: shown } = choice as { text: string };
    if (shown.trim() === '') throw badRequest('field_data["text"] cannot be blank.');
    if (texts.has(shown)) throw badRequest('Field must not have duplicate choices.');
    texts.add(shown);
  }
  return Object.fromEntries(choices);
}

/** There are no accounts that the server knows by itself. */
function checkAccount({ subtype, url_pattern: pattern }: Static<typeof Account>): Record<string, unknown> {
  if (subtype !== 'custom') throw badRequest('Invalid external account type');
  if (pattern === undefined) throw badRequest('Custom external account must define URL pattern');
  if (pattern.split('%(username)s').length !== 2) throw badRequest("URL pattern must contain '%(username)s'");
  if (!/^https?:\/\/[^\s/]+/i.test(pattern)) throw badRequest('url_pattern is not a URL');
  return { subtype, url_pattern: pattern };
}

/**
 * Checks that a field may be shown in the summary of a profile.
 * @param others the organization's other fields
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkSummary(field: Pick<ProfileField, 'type' | 'inSummary'>, others: readonly ProfileField[]): void {
  if (!field.inSummary) return;
  if (field.type === FieldType.longText || field.type === FieldType.people)
    throw badRequest('Field type not supported for display in profile summary.');
  if (others.filter(({ inSummary }) => inSummary).length >= MAX_IN_SUMMARY)
    throw badRequest(`Only ${MAX_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`);
}
