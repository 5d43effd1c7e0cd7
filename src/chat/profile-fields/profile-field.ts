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
    id: Type.Integer(),
    name: Type.String(),
    hint: Type.String(),
    type: Type.Integer(),
    field_data: Type.String(),
    order: Type.Integer(),
    display_in_profile_summary: Type.Optional(Type.Boolean()),
    required: Type.Boolean(),
    editable_by_user: Type.Boolean(),
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
