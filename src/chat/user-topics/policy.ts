import { Type } from 'typebox';

/** Visibility policy of a person for a topic (spec: chat 3; clients D.1). "None" is stored as no row. */
export const Policy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type Policy = (typeof Policy)[keyof typeof Policy];

export const PolicyNumber = Type.Enum([0, 1, 2, 3]);

/** A person's policy for a topic as it is to be from now on. */
export interface PolicyChange {
  userId: number;
  policy: Policy;
}

/** Whether a topic is muted for somebody: for itself, or with its channel and not for itself. */
export function isTopicMuted(policy: Policy, isChannelMuted: boolean): boolean {
  return policy === Policy.muted || (isChannelMuted && policy === Policy.none);
}

/** Policies with more notifications go first. */
const LOUDNESS: Record<Policy, number> = { 3: 3, 2: 2, 0: 1, 1: 0 };

/** The policy for a topic that another one was merged into. */
export function mergedPolicy(one: Policy, other: Policy): Policy {
  return LOUDNESS[one] >= LOUDNESS[other] ? one : other;
}
