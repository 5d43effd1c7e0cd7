import type { ServingProcess, StartingProcess } from './process.ts';

/** Limits for a start. */
export interface Limits {
  /** The release before this program's, whose processes may serve beside it (docs/decisions/0077-rolling-upgrades.md). */
  releaseBefore: string | undefined;
  /** Connections that PostgreSQL gives to the program's role. */
  connections: number;
}

/**
 * Why a process may not start beside those that serve already.
 * @returns sentences for the operator; undefined when it may
 */
export function refusalBeside(
  own: StartingProcess,
  others: readonly ServingProcess[],
  limits: Limits,
): string | undefined {
  const first = (meets: (other: ServingProcess) => boolean) =>
    others.find((other) => other.id !== own.id && meets(other));
  const version = first((other) => other.version !== own.version && other.version !== limits.releaseBefore);
  if (version)
    return `${nameOf(version)} is version ${version.version}, and this is ${own.version}. Only the previous release may run at the same time. Stop the other process first, or upgrade one release at a time.`;
  const store = first(
    (other) => other.fileStore !== own.fileStore || (own.fileStore === 'folder' && own.id !== undefined),
  );
  if (store)
    return own.fileStore === 'folder' && store.fileStore === 'folder'
      ? `${nameOf(store)} keeps the files in its own data folder, which is not this one. Several processes need a shared bucket: set FILE_STORE=s3 for all of them (docs/operators/several-processes.md).`
      : `${nameOf(store)} keeps the files in ${describe(store.fileStore)}, and this one would in ${describe(own.fileStore)}. Set FILE_STORE and the bucket to the same for all processes.`;
  const key = first(({ sealingKeys }) => !knowEachOther(own.sealingKeys, sealingKeys));
  if (key)
    return `${nameOf(key)} and this process do not know each other's sealing key. To change SECRET_KEY, start all processes with OLD,NEW first, then with NEW,OLD.`;
  if (!own.serves) return undefined;
  const taken = others.reduce((sum, other) => sum + (other.id === own.id ? 0 : other.connections), 0);
  if (taken + own.connections > limits.connections)
    return `This process takes ${own.connections} connections to PostgreSQL at most${taken > 0 ? `, and those that serve ${taken}` : ''}; it gives ${limits.connections} to this role. Raise max_connections there, or lower DATABASE_WRITERS, DATABASE_READERS and DATABASE_JOB_CONNECTIONS.`;
  return undefined;
}

/** Each opens what the other one seals. */
function knowEachOther(own: readonly string[], other: readonly string[]): boolean {
  return own.includes(other[0]!) && other.includes(own[0]!);
}

const nameOf = ({ host, pid }: ServingProcess) => `Another process (${pid} on ${host})`;
const describe = (store: string) => (store === 'folder' ? 'its data folder' : `the bucket ${store}`);
