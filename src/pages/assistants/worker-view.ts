import { isoTime } from './answer.ts';

/** The members of a worker that tools read. */
export const WORKER_FIELDS = 'id,name,phone,onDuty,activeTask,tasks,location,timeLastSeen,teams';

/** A worker with these members. */
export interface FoundWorker {
  id: string;
  name: string;
  phone: string;
  onDuty: boolean;
  activeTask: string | null;
  tasks: string[];
  location: [number, number] | null;
  timeLastSeen: number | null;
  teams: string[];
}

/** Returns a worker's place, and what they have to do. */
export function workerLine(worker: FoundWorker, now: Date): object {
  const { id, name, phone, onDuty, activeTask, tasks, location, timeLastSeen } = worker;
  return {
    id,
    name,
    phone,
    isOnDuty: onDuty,
    place: location === null ? null : { longitude: location[0], latitude: location[1] },
    lastSeen: isoTime(timeLastSeen),
    minutesSinceLastSeen: timeLastSeen === null ? null : Math.round((now.getTime() - timeLastSeen) / 60_000),
    activeTask,
    tasksLeft: tasks.length,
    nextTasks: tasks.slice(0, 5),
  };
}
