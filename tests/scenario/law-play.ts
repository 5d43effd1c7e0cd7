import { type LawStep, takeStep } from './law-steps.ts';
import { LawReader, type LawWorld, ok } from './law-world.ts';

/**
 * Channels in which the first four people are, and the groups that there are.
 * @param limitsGuests whether guests may not know of everybody
 */
export async function furnish(world: LawWorld, { limitsGuests = false } = {}): Promise<LawWorld> {
  const owner = world.client(world.actors[0]!);
  const subscribers = world.actors.slice(0, 4).map(({ id }) => id);
  for (const [name, more] of [
    ['floor', {}],
    ['office', { invite_only: true, history_public_to_subscribers: false }],
    ['payroll', { invite_only: true, history_public_to_subscribers: true }],
  ] as const) {
    const { id } = ok(await owner.post('/channels/create', { name, subscribers, ...more }));
    world.channels.push({ id, name });
  }
  const groups = ok(await owner.get('/user_groups')).user_groups as { id: number; name: string }[];
  world.groups.push(...groups.map(({ id }) => id));
  const members = groups.find(({ name }) => name === 'role:members')!.id;
  if (limitsGuests) ok(await owner.patch('/realm', { can_access_all_users_group: members }));
  return world;
}

/**
 * Plays a history; gives what the clients that listened have otherwise than new ones.
 * @param before is called before each step
 */
export async function play(
  world: LawWorld,
  steps: readonly LawStep[],
  before: (index: number) => Promise<void> = async () => {},
): Promise<string[]> {
  let readers: LawReader[] = [];
  for (const actor of world.actors)
    for (const kind of ['new', 'old'] as const) readers.push(await LawReader.register(world, actor, kind));
  for (const [index, step] of steps.entries()) {
    await before(index);
    const active = new Set(world.actors.filter(({ isActive }) => isActive));
    await takeStep(world, step);
    // The queues of whoever leaves are gone; they begin anew when they come back.
    readers = readers.filter(({ actor }) => actor.isActive);
    for (const actor of world.actors)
      if (actor.isActive && !active.has(actor)) readers.push(await LawReader.register(world, actor, 'new'));
    // Some ask all the time, others once.
    if (index % 7 === 0) for (const reader of readers.slice(0, 4)) await reader.follow(world);
  }
  const found: string[] = [];
  for (const reader of readers) found.push(...(await reader.differences(world)));
  return found;
}
