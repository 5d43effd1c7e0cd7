import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import { EMAIL_PATTERN, MAX_EMAIL } from '../../platform/people/email.ts';
import { Name, Nullable, ObjectId } from '../http/validate.ts';
import { MetadataInput, MetadataUpdate } from '../metadata/metadata.ts';
import { MAX } from '../organization/quotas.ts';

const Email = Type.String({ maxLength: MAX_EMAIL, pattern: EMAIL_PATTERN, [ERROR_TEXT]: 'must be an e-mail address' });

const Teams = Type.Optional(Nullable(Type.Array(ObjectId, { maxItems: MAX.teams })));
const Kind = Type.Optional(Type.Enum(['super', 'standard']));

export const administratorInput = Type.Object({
  name: described(Name, 'Full name, at most 500 characters.'),
  email: described(Email, 'E-mail address, unique in the organization. The confirmation is sent there.'),
  phone: Type.Optional(Nullable(Type.String(), { description: 'Phone number; null for none.' })),
  isReadOnly: Type.Optional(
    Nullable(Type.Boolean(), { description: 'True for an administrator who can only read; false by default.' }),
  ),
  type: described(Kind, '`standard`: a dispatcher. Others cannot be created.'),
  teams: described(Teams, 'IDs of the teams that the administrator manages; empty for the whole organization.'),
  metadata: Type.Optional(Nullable(MetadataInput, { description: 'Your own data on the object: the whole list.' })),
});

export const administratorUpdate = Type.Object({
  name: Type.Optional(described(Name, 'New full name, at most 500 characters.')),
  email: Type.Optional(described(Email, 'New e-mail address, unique in the organization.')),
  phone: Type.Optional(Nullable(Type.String(), { description: 'New phone number; null removes it.' })),
  isReadOnly: Type.Optional(Nullable(Type.Boolean(), { description: 'True for an administrator who can only read.' })),
  type: described(Kind, '`standard`; the type cannot be changed.'),
  isActive: Type.Optional(
    Type.Boolean({ description: 'Cannot be changed: it becomes true when the account is confirmed.' }),
  ),
  teams: described(Teams, 'IDs of all teams that the administrator manages; empty for the whole organization.'),
  metadata: Type.Optional(
    Nullable(MetadataUpdate, { description: 'A new list of metadata, or items to set (`$set`) and remove (`$pop`).' }),
  ),
});
