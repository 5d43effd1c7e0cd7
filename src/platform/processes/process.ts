/** A process that serves from an external database, as the others know it. */
export interface ServingProcess {
  /** ID of its data folder, which no other process has. */
  id: string;
  host: string;
  pid: number;
  version: string;
  /** `folder`, or the bucket. */
  fileStore: string;
  /** IDs of its keys, the one that seals first. */
  sealingKeys: readonly string[];
  /** Connections to the database at most. */
  connections: number;
}

/** One that may start: a command takes no part in what the processes share but the tables, the key and the files. */
export type StartingProcess = Pick<ServingProcess, 'version' | 'fileStore' | 'sealingKeys' | 'connections'> & {
  /** Undefined for a command in a folder that no server has used. */
  id: string | undefined;
  serves: boolean;
};
