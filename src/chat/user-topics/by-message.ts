import type { Reader } from '../../platform/db/reader.ts';
import type { Services } from '../../platform/services.ts';
import { participationsIn } from './access.ts';
import { policyByMention, policyByParticipation } from './automatic.ts';
import type { PolicyChange } from './policy.ts';
import { policyNoopCache } from './policy-noop-cache.ts';

/** A channel message that is about to be sent, as far as its topic's policies are concerned. */
export interface TopicMessage {
  organizationId: string;
  channelId: number;
  topic: string;
  senderId: number;
  mentionedUserIds: readonly number[];
}

/** Whether the sender sees no message in the topic yet. */
export type StartsTopic = () => Promise<boolean>;

/** The policies that a message sets by people's own settings (spec: chat 4.2), of its sender and of whom it names. */
export async function policiesByMessage(
  reader: Reader,
  message: TopicMessage,
  startsTopic: StartsTopic,
): Promise<PolicyChange[]> {
  const { senderId, mentionedUserIds } = message;
  const people = [...new Set([senderId, ...mentionedUserIds])];
  const changes: PolicyChange[] = [];
  for (const participation of await participationsIn(reader, message, people)) {
    const { userId } = participation;
    let policy = mentionedUserIds.includes(userId) ? policyByMention(participation) : undefined;
    if (userId === senderId && policy === undefined) {
      const sent = policyByParticipation(participation, 'sent');
      // Only where it makes a difference is it asked whether the topic is new.
      const started = policyByParticipation(participation, 'started');
      policy = started === sent || !(await startsTopic()) ? sent : started;
    }
    if (policy !== undefined) changes.push({ userId, policy });
  }
  return changes;
}

/**
 * Whether a message may set any policy: then it is to be sent while the log is held. Mostly it does not, and mostly
 * that is known already.
 */
export async function maySetPolicies(
  services: Services,
  message: TopicMessage,
  startsTopic: StartsTopic,
): Promise<boolean> {
  const settled = policyNoopCache(services);
  const people = [message.senderId, ...message.mentionedUserIds];
  const question = await settled.question(message.organizationId, people, message.channelId, message.topic);
  if (settled.isSettled(question)) return false;
  const changes = await policiesByMessage(services.database.reader.of(message.organizationId), message, startsTopic);
  if (changes.length > 0) return true;
  settled.settle(question);
  return false;
}
