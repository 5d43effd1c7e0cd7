import { isIndex, isText, type ReadChange } from './widget-change.ts';

export interface TodoTask {
  /** Name of it in ticks. */
  key: string;
  text: string;
  description: string;
  isDone: boolean;
}

export interface TodoList {
  kind: 'todo';
  title: string;
  tasks: readonly TodoTask[];
  /** By person, the number of the next task that they add. */
  nextIndexes: ReadonlyMap<number, number>;
}

/** Tasks of the list's own text have this in the place of a person. */
const CANNED = 'canned';

/**
 * Returns a to-do list as it is after the changes, in their order. What does not fit is left out, as other clients do.
 * @returns undefined if it is no to-do list
 */
export function todoListOf(
  given: Readonly<Record<string, unknown>>,
  changes: readonly ReadChange[],
  authorId: number,
): TodoList | undefined {
  const { task_list_title: named = '', tasks: listed = [] } = given;
  if (!isText(named) || !Array.isArray(listed) || !listed.every(isListed)) return undefined;
  let title = named;
  const tasks = new Map<string, TodoTask>();
  const texts = new Set<string>();
  const nextIndexes = new Map<number, number>();
  const add = (owner: number | typeof CANNED, index: unknown, fields: Readonly<Record<string, unknown>>) => {
    const { task: text, desc: description = '' } = fields;
    if (!isIndex(index) || !isText(text) || !isText(description)) return;
    if (owner !== CANNED) nextIndexes.set(owner, Math.max(nextIndexes.get(owner) ?? 0, index + 1));
    const key = `${index},${owner}`;
    if (texts.has(text) || tasks.has(key)) return;
    texts.add(text);
    tasks.set(key, { key, text, description, isDone: fields.completed === true });
  };
  for (const [index, each] of listed.entries()) add(CANNED, index, each);
  for (const { senderId, fields } of changes) {
    const task = isText(fields.key) ? tasks.get(fields.key) : undefined;
    if (fields.type === 'new_task') add(senderId, fields.key, fields);
    else if (fields.type === 'strike' && task) tasks.set(task.key, { ...task, isDone: !task.isDone });
    else if (fields.type === 'new_task_list_title' && senderId === authorId && isText(fields.title))
      title = fields.title;
  }
  return { kind: 'todo', title, tasks: [...tasks.values()], nextIndexes };
}

const isListed = (each: unknown): each is { task: string } =>
  typeof each === 'object' && each !== null && isText((each as { task?: unknown }).task);
