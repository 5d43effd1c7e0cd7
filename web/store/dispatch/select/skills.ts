import type { LiveWorker, Task } from '../../wire/dispatch.ts';

/** Returns the comma-separated skills of a form in the server's spelling, so that unchanged ones are recognized. */
export function skillsOf(text: string): string[] {
  const names = text.split(',').map((name) => name.normalize('NFC').trim().toLowerCase());
  return [...new Set(names)].filter((name) => name !== '').sort();
}

/** All skills that workers have or tasks ask for, by name. */
export function knownSkills({
  workers,
  tasks,
}: {
  workers: ReadonlyMap<string, Pick<LiveWorker, 'skills'>>;
  tasks: ReadonlyMap<string, Pick<Task, 'skills'>>;
}): string[] {
  const all = [...workers.values(), ...tasks.values()].flatMap(({ skills }) => skills);
  return [...new Set(all)].sort((one, other) => one.localeCompare(other));
}
