import { sql } from '../../platform/db/sql.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { OUTGOING_CURSOR } from '../bots/bot.ts';
import type { MessageSent } from '../reading/message.ts';
import { type BotCall, CALL_QUEUE, triggerFor } from './call.ts';
import { loadCalledBots } from './queries.ts';

/** Finds the messages that call outgoing-webhook bots: direct ones and mentions. */
export const outgoingWebhooks = defineLogReader({
  name: OUTGOING_CURSOR,
  concerns: (event) => event.part === 'chat' && event.kind === 'message',
  where: sql`part = 'chat' and kind = 'message'`,
  async read(tx, events) {
    const { organizationId } = tx;
    const sent = events.map((event) => event.payload as MessageSent);
    const named = sent.flatMap(({ message }) => [...message.mentionedUserIds, ...message.people.map(({ id }) => id)]);
    if (named.length === 0) return;
    const bots = await loadCalledBots(tx, [...new Set(named)]);
    for (const { message } of sent) {
      for (const botId of bots) {
        const trigger = triggerFor(message, botId);
        if (!trigger) continue;
        const data: BotCall = { organizationId, messageId: message.id, botId, trigger, attempt: 1 };
        tx.enqueue({ queue: CALL_QUEUE, data });
      }
    }
  },
});
