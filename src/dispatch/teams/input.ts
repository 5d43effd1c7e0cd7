import { Type } from 'typebox';
import { ChangedName, Name, Nullable, ObjectId } from '../http/validate.ts';
import { MetadataInput, MetadataUpdate } from '../metadata/metadata.ts';

const Workers = Type.Array(ObjectId, { maxItems: 10_000 });
const Managers = Type.Array(ObjectId, { maxItems: 1000 });

export const teamInput = Type.Object({
  name: Name,
  // client: gonfleet writes a list that was not set as null
  workers: Nullable(Workers),
  managers: Managers,
  hub: Type.Optional(Nullable(ObjectId)),
  enableSelfAssignment: Type.Optional(Nullable(Type.Boolean())),
  metadata: Type.Optional(Nullable(MetadataInput)),
});

export const teamUpdate = Type.Object({
  name: Type.Optional(ChangedName),
  workers: Type.Optional(Nullable(Workers)),
  managers: Type.Optional(Nullable(Managers)),
  hub: Type.Optional(Nullable(ObjectId)),
  enableSelfAssignment: Type.Optional(Nullable(Type.Boolean())),
  metadata: Type.Optional(Nullable(MetadataUpdate)),
});
