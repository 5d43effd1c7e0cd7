/** A worker as commands of tasks' topics name them. */
export interface NamedWorker {
  id: string;
  name: string;
  isOnDuty: boolean;
  /** Number of tasks that they have. */
  tasks: number;
}
