import { taskName } from '../../store/dispatch/select/tasks.ts';
import type { ListOwner } from '../../store/outbox/moves.ts';
import { words } from '../texts/index.ts';
import { floor } from './floor.ts';

/** Returns the name of a list's owner. */
export function nameOfOwner({ type, id }: ListOwner): string {
  const { teams, workers } = floor.value.state;
  if (type === 'ORGANIZATION') return words.unassigned;
  return (type === 'TEAM' ? teams.get(id)?.name : workers.get(id)?.name) ?? words.unknown;
}

export function taskLabel(id: string): string {
  const task = floor.value.state.tasks.get(id);
  return task ? taskName(task) : words.unknown;
}

/** Returns the author of a change by name. */
export function nameOfActor(by: { type: string; id: string } | undefined): string {
  const { administrators, workers } = floor.value.state;
  if (!by) return words.actors.server;
  if (by.type === 'ADMIN') return administrators.get(by.id)?.name ?? words.actors.somebody;
  return by.type === 'WORKER' ? (workers.get(by.id)?.name ?? words.actors.somebody) : words.actors.integration;
}
