import fc from 'fast-check';
import { channelActions } from './law-channels.ts';
import { messageActions } from './law-messages.ts';
import { organizationActions } from './law-organization.ts';
import { ownActions } from './law-own.ts';
import { peopleActions } from './law-people.ts';
import { type Actions, isDone, type LawStep, pick } from './law-step.ts';
import type { Actor, LawWorld } from './law-world.ts';

export type { LawStep } from './law-step.ts';

const actions: Actions = {
  ...messageActions,
  ...channelActions,
  ...peopleActions,
  ...ownActions,
  ...organizationActions,
};
export const stepNames: readonly string[] = Object.keys(actions);

const small = fc.nat({ max: 999 });
export const lawStep: fc.Arbitrary<LawStep> = fc.record({
  do: fc.oneof(...Object.entries(actions).map(([name, [weight]]) => ({ weight, arbitrary: fc.constant(name) }))),
  who: small,
  process: fc.nat({ max: 1 }),
  a: small,
  b: small,
  c: small,
});

/** Does it. A server's own failure is a failure of the test; everything else is an answer. */
export async function takeStep(world: LawWorld, step: LawStep): Promise<void> {
  const actor = pick(world.actors, step.who)!;
  if (!actor.isActive) {
    await comeBack(world, actor);
    return;
  }
  const client = world.client(actor, step.process);
  const owner = world.client(world.actors[0]!, step.process);
  const answer = await actions[step.do]![1]({ ...step, world, actor, client, owner });
  if (answer && answer.status >= 500) throw new Error(`${step.do}: ${answer.text}`);
}

async function comeBack(world: LawWorld, actor: Actor): Promise<void> {
  const answer = await world.client(world.actors[0]!).post(`/users/${actor.id}/reactivate`);
  if (!isDone(answer)) throw new Error(answer.text);
  actor.key = await world.newKey(actor);
  actor.isActive = true;
}
