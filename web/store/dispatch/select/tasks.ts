import { formatAddress, type PostalAddress } from '../../../../rules/format-address.ts';
import type { Place } from '../../../../rules/sphere.ts';
import { wordsOf } from '../../../../rules/words-of.ts';
import type { Task } from '../../wire/dispatch.ts';

/** Returns true if a task is or probably will be late. */
export function isLate({ state, completeBefore, delayTime }: Task, now: number): boolean {
  return state !== 3 && ((delayTime ?? 0) > 0 || (completeBefore !== null && completeBefore < now));
}

/** The recipient as this task names them. */
export function recipientName({ overrides, recipients }: Task): string | undefined {
  return overrides.recipientName || recipients[0]?.name || undefined;
}

/** Returns the address of a task, hub or destination on one line, in the order of its country. */
export function addressLine({ destination: { address } }: { destination: { address: PostalAddress } }): string {
  return formatAddress(address);
}

/** Returns the street and the city of a task: what a glance needs of an address. The whole of it where there is no street. */
export function streetLine(task: Task): string {
  const { address } = task.destination;
  return address.street ? formatAddress({ ...address, postalCode: null, state: null }) : addressLine(task);
}

/** Returns the name of a task: its recipient, else its destination. */
export function taskName(task: Task): string {
  return recipientName(task) ?? addressLine(task);
}

/** Whether each word of a text begins a word of what the task says of itself. */
export function matchesTask(task: Task, text: string): boolean {
  const hay = wordsOf(
    [task.shortId, recipientName(task), addressLine(task), task.notes, task.recipients[0]?.phone].join(' '),
  );
  return wordsOf(text).every((word) => hay.some((each) => each.startsWith(word)));
}

/** Returns the place of a task's destination. */
export function taskPlace({ destination: { location } }: { destination: { location: readonly number[] } }): Place {
  return [location[0]!, location[1]!];
}
