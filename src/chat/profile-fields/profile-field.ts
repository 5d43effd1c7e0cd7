import { type Static, Type } from 'typebox';

/** The kinds of fields, as clients number them. */
export const FieldType = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;
export type FieldType = (typeof FieldType)[keyof typeof FieldType];

/** Fields of one organization. */
export const MAX_FIELDS = 100;

export interface ProfileField {
  id: number;
  name: string;
  hint: string;
  type: FieldType;
  /** For a choice its choices by key, for an external account its URL pattern; otherwise empty. */
  fieldData: Record<string, unknown>;
  inSummary: boolean;
  required: boolean;
  editableByUser: boolean;
}

/** A field on the wire. */
export const ProfileFieldObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the field.' }),
    name: Type.String({ description: 'Label of the field.' }),
    hint: Type.String({ description: 'Help for people who fill in the field.' }),
    type: Type.Integer({
      description:
        '1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 people, 7 external account, 8 pronouns.',
    }),
    field_data: Type.String({
      description: 'JSON text with the choices or the address of an external account. Empty for other types.',
    }),
    order: Type.Integer({ description: 'Place of the field, from 1.' }),
    display_in_profile_summary: Type.Optional(
      Type.Boolean({ description: 'True if small views of a profile show the field. Otherwise absent.' }),
    ),
    required: Type.Boolean({ description: 'Whether clients ask people to fill in the field.' }),
    editable_by_user: Type.Boolean({
      description: 'Whether people change their own value. False: only administrators do.',
    }),
  },
  { additionalProperties: false },
);

/** All fields of an organization, in their order. */
export function presentFields(fields: readonly ProfileField[]): Static<typeof ProfileFieldObject>[] {
  return fields.map(({ id, name, hint, type, fieldData, inSummary, required, editableByUser }, index) => ({
    id,
    name,
    hint,
    type,
    // client: JSON text, empty where there is none.
    field_data: Object.keys(fieldData).length === 0 ? '' : JSON.stringify(fieldData),
    order: index + 1,
    ...(inSummary ? { display_in_profile_summary: true } : {}),
    required,
    editable_by_user: editableByUser,
  }));
}
