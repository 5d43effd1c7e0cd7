import { Type } from 'typebox';
import { Name, Nullable, ObjectId } from '../http/validate.ts';
import { MetadataInput, MetadataUpdate } from '../metadata/metadata.ts';
import { MAX } from '../organization/quotas.ts';

/** RFC 5321: at most 254 characters. The confirmation e-mail tells whether it is really an address. */
const Email = Type.String({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$', description: 'an e-mail address' });

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
