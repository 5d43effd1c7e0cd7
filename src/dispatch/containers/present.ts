import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { Nullable } from '../http/validate.ts';
import { accessOrganization } from '../organization/access.ts';
import { readContainer } from './access.ts';
import type { Owner } from './actions.ts';

/** A container as the API shows it (spec: dispatch 2). */
export const Container = Type.Object({
  id: Type.String({ description: 'ID of the container.' }),
  timeCreated: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'When it last changed, in milliseconds since 1970.' }),
  organization: Type.String({ description: 'ID of the organization.' }),
  type: Type.Enum(['ORGANIZATION', 'TEAM', 'WORKER'], { description: 'Kind of its owner.' }),
  activeTask: Nullable(Type.String(), {
    description: 'ID of the task that the worker has started; null if there is none.',
  }),
  tasks: Type.Array(Type.String(), { description: 'IDs of the tasks, in order.' }),
  /** Ours: how often the list has changed. */
  version: Type.Integer({
    description: "Number of the list's version, which grows with each change. Send it as `If-Match`.",
  }),
  team: Type.Optional(Type.String({ description: 'ID of the team; only with type `TEAM`.' })),
  worker: Type.Optional(Type.String({ description: 'ID of the worker; only with type `WORKER`.' })),
});

/** An owner's container, also when nothing was ever put into it. */
export async function presentContainer(
  reader: Reader,
  owner: Owner & { since: Date | undefined },
): Promise<Static<typeof Container>> {
  const { row, id, tasks } = await readContainer(reader, owner.type, owner.id);
  // A container's row comes with its first task; the container is as old as its owner.
  const since = owner.since ?? (await accessOrganization(reader)).createdAt;
  return {
    id,
    timeCreated: since.getTime(),
    timeLastModified: (row?.modifiedAt ?? since).getTime(),
    organization: owner.type === 'ORGANIZATION' ? owner.id : reader.organizationId,
    type: owner.type,
    activeTask: row?.activeTask ?? null,
    tasks,
    version: row?.version ?? 0,
    ...(owner.type === 'ORGANIZATION' ? {} : { [owner.type.toLowerCase()]: owner.id }),
  };
}
