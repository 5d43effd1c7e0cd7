import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { ChangedName, Name, Nullable, ObjectId } from '../http/validate.ts';
import { MetadataInput, MetadataUpdate } from '../metadata/metadata.ts';

const Workers = Type.Array(ObjectId, { maxItems: 10_000 });
const Managers = Type.Array(ObjectId, { maxItems: 1000 });

export const teamInput = Type.Object({
  name: described(Name, 'Name of the team, unique in the organization, at most 500 characters.'),
  // client: gonfleet writes a list that was not set as null
  workers: Nullable(Workers, { description: "IDs of the team's workers; null for none." }),
  managers: described(Managers, 'IDs of the administrators who manage the team, at least one.'),
  hub: Type.Optional(Nullable(ObjectId, { description: 'ID of the hub that the team starts from; null for none.' })),
  enableSelfAssignment: Type.Optional(
    Nullable(Type.Boolean(), {
      description: "True if workers may take tasks of the team's list themselves; false by default.",
    }),
  ),
  metadata: Type.Optional(Nullable(MetadataInput, { description: 'Your own data on the object: the whole list.' })),
});

export const teamUpdate = Type.Object({
  name: Type.Optional(described(ChangedName, 'New name, unique in the organization; an empty one changes nothing.')),
  workers: Type.Optional(Nullable(Workers, { description: 'IDs of all workers of the team.' })),
  managers: Type.Optional(
    Nullable(Managers, { description: 'IDs of all administrators who manage the team, at least one.' }),
  ),
  hub: Type.Optional(Nullable(ObjectId, { description: 'ID of the hub that the team starts from; null for none.' })),
  enableSelfAssignment: Type.Optional(
    Nullable(Type.Boolean(), {
      description: "True if workers may take tasks of the team's list themselves; false by default.",
    }),
  ),
  metadata: Type.Optional(
    Nullable(MetadataUpdate, { description: 'A new list of metadata, or items to set (`$set`) and remove (`$pop`).' }),
  ),
});
