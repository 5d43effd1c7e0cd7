import { useSheet } from '../data/address.ts';
import { TaskForm } from './task-form.tsx';

/** The form of a task that is not there yet. */
export function NewTaskSheet() {
  const { closeSheet } = useSheet();
  return <TaskForm onClose={closeSheet} />;
}
