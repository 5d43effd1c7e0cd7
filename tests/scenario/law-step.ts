import type { Answer, ChatClient } from '../harness/clients.ts';
import type { Actor, LawWorld } from './law-world.ts';

/* Shared parts of the steps of histories: `law-steps.ts` combines them. */

/** One thing that somebody does; the numbers choose among what there is. */
export interface LawStep {
  do: string;
  who: number;
  process: number;
  a: number;
  b: number;
  c: number;
}

export interface Given extends Omit<LawStep, 'do' | 'who'> {
  world: LawWorld;
  actor: Actor;
  client: ChatClient;
  owner: ChatClient;
}

export type Action = (given: Given) => Promise<Answer | undefined>;
/** By name; the weight says how often among the others. */
export type Actions = Record<string, [weight: number, action: Action]>;

export const TOPICS = ['gates', 'Gates', 'ramp', '', '✔ ramp'];
export const TEXTS = [
  ...['on the way', 'bay 4 is free', '/me waits', '**late**', '/poll lunch?\nyes\nno', ':tada:', 'parcel 7'],
];
const SYSTEM_GROUPS = 8;

export function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % Math.max(list.length, 1)];
}

export const isDone = (answer: Answer) => answer.status === 200;
export const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** Something about a channel, when there is one. */
export const onChannel =
  (ask: (given: Given, channel: { id: number; name: string }) => Promise<Answer>): Action =>
  async (given) => {
    const channel = pick(given.world.channels, given.a);
    return channel && ask(given, channel);
  };

/** Something about a message, when there is one. */
export const onMessage =
  (ask: (given: Given, id: number) => Promise<Answer>): Action =>
  async (given) => {
    // The newer, the more is done with it.
    const id = given.world.messages.at(-1 - (given.a % 12));
    return id === undefined ? undefined : ask(given, id);
  };

/** Something about what people or the organization keep; another person's is refused. */
export const onRetained =
  (kind: string, ask: (given: Given, id: number) => Promise<Answer>): Action =>
  async (given) => {
    const id = pick(given.world.retained[kind] ?? [], given.a);
    return id === undefined ? undefined : ask(given, id);
  };

/** Does something, and remembers what it made. */
export async function retaining(
  { world }: Given,
  kind: string,
  asked: Promise<Answer>,
  // biome-ignore lint/suspicious/noExplicitAny: any answer
  idOf: (json: any) => number,
): Promise<Answer> {
  const answer = await asked;
  if (isDone(answer)) world.retained[kind] = [...(world.retained[kind] ?? []), idOf(answer.json)];
  return answer;
}

/** A group of the people's own. */
export const onGroup =
  (ask: (given: Given, id: number) => Promise<Answer>): Action =>
  async (given) => {
    const id = ownGroups(given.world).at(given.a % 5);
    return id === undefined ? undefined : ask(given, id);
  };

export function ownGroups({ groups }: LawWorld): readonly number[] {
  return groups.slice(SYSTEM_GROUPS);
}

/** Returns a possible holder of a permission: a system group, an own group, or a person. */
export function groupSetting({ world, b, c }: Pick<Given, 'world' | 'b' | 'c'>): unknown {
  if (c % 4 === 0) return { direct_members: [pick(world.actors, b)!.id], direct_subgroups: [] };
  const own = ownGroups(world);
  if (c % 4 === 1 && own.length > 0) return pick(own, b);
  if (c % 4 === 2 && own.length > 0)
    return { direct_members: [pick(world.actors, c)!.id], direct_subgroups: [pick(own, b)] };
  return pick(world.groups.slice(0, SYSTEM_GROUPS), c);
}

/** The first owner stays one: somebody has to be able to do things. */
export function guarded({ actors }: LawWorld, actor: Actor): Actor {
  return actor === actors[0] ? actors[1]! : actor;
}

/** Sends one file, as a browser's form does. */
export async function sendFile(client: ChatClient, path: string, name: string, bytes: BlobPart): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([bytes]), name);
  const authorization = `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
  const response = await fetch(`${client.site}/api/v1${path}`, { method: 'POST', headers: { authorization }, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}
