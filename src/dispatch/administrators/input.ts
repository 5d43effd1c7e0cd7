import { Type } from 'typebox';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { EMAIL_PATTERN, MAX_EMAIL } from '../../platform/people/email.ts';
import { Name, Nullable, ObjectId } from '../http/validate.ts';
import { MetadataInput, MetadataUpdate } from '../metadata/metadata.ts';
import { MAX } from '../organization/quotas.ts';

const Email = Type.String({ maxLength: MAX_EMAIL, pattern: EMAIL_PATTERN, [ERROR_TEXT]: 'must be an e-mail address' });

const Teams = Type.Optional(Nullable(Type.Array(ObjectId, { maxItems: MAX.teams })));
const Kind = Type.Optional(Type.Enum(['super', 'standard']));

export const administratorInput = Type.Object({
  name: Name,
  email: Email,
  phone: Type.Optional(Nullable(Type.String())),
  isReadOnly: Type.Optional(Nullable(Type.Boolean())),
  type: Kind,
  teams: Teams,
  metadata: Type.Optional(Nullable(MetadataInput)),
});

export const administratorUpdate = Type.Object({
  name: Type.Optional(Name),
  email: Type.Optional(Email),
  phone: Type.Optional(Nullable(Type.String())),
  isReadOnly: Type.Optional(Nullable(Type.Boolean())),
  type: Kind,
  isActive: Type.Optional(Type.Boolean()),
  teams: Teams,
  metadata: Type.Optional(Nullable(MetadataUpdate)),
});
