import type { Message } from '../reading/message.ts';

/** The queue of the job that calls bots. */
export const CALL_QUEUE = 'chat-outgoing-webhooks';

/** client: bot frameworks know these words. */
export type BotTrigger = 'mention' | 'direct_message';

/** One call of a bot for a message. */
export interface BotCall {
  organizationId: string;
  messageId: number;
  botId: number;
  trigger: BotTrigger;
  /** From 1. */
  attempt: number;
}

/** Why a message calls a bot; undefined when it does not. What bots say calls no bot: two would never end. */
export function triggerFor(message: Message, botId: number): BotTrigger | undefined {
  if (message.sender.isBot) return undefined;
  if (message.channelId === null) return message.people.some(({ id }) => id === botId) ? 'direct_message' : undefined;
  return message.mentionedUserIds.includes(botId) ? 'mention' : undefined;
}
