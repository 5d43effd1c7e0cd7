import { useAddress } from '../data/address.ts';
import { isWhole } from '../data/floor.ts';
import { Lazy } from './lazy.tsx';

const loadTask = async () => (await import('../task/task-sheet.tsx')).TaskSheet;
const loadWorker = async () => (await import('../worker/worker-sheet.tsx')).WorkerSheet;
const loadNewTask = async () => (await import('../task/new-task.tsx')).NewTaskSheet;

/** What is open beside the screen: a task, a worker, or the form of a new task. */
export function SideSheet() {
  const [{ task, worker, open }] = useAddress();
  if (!isWhole.value) return null;
  if (task) return <Lazy key="task" load={loadTask} />;
  if (worker) return <Lazy key="worker" load={loadWorker} />;
  return open === 'new' ? <Lazy key="new" load={loadNewTask} /> : null;
}
