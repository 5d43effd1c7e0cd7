import type { Services } from '../../platform/services.ts';
import { withKnownSenders } from '../messages/known-senders.ts';
import { presentMessage } from '../messages/present.ts';
import { presentContext } from '../messages/present-context.ts';
import type { Message } from '../reading/message.ts';
import { messageVariant } from '../reading/message-variant.ts';
import { realmOf } from '../realms/access.ts';
import type { User } from '../users/access.ts';
import type { BotTrigger } from './call.ts';

/** The body of a call, and what it is. */
export interface Payload {
  type: string;
  text: string;
}

/** The body of a call (client: `zulip_botserver` reads bot_email, token, trigger and message). */
export async function payloadOf(
  services: Services,
  organizationId: string,
  bot: User,
  { message: given, ...call }: { message: Message; trigger: BotTrigger; token: string; interface: 1 | 2 },
): Promise<Payload> {
  const { trigger, token } = call;
  const reader = { organizationId, userId: bot.id, role: bot.role };
  const [message] = (await withKnownSenders(services.state.of(reader.organizationId), reader, [given])) as [Message];
  if (call.interface === 2)
    return { type: 'application/x-www-form-urlencoded', text: slackForm(organizationId, message, call) };
  const realm = await realmOf(services.state.of(organizationId));
  const variant = messageVariant('', bot.role, realm, {
    applyMarkdown: false,
    clientGravatar: false,
    emptyTopicName: false,
  });
  const context = await presentContext(services, services.state.of(organizationId));
  const shown = JSON.parse(presentMessage(message, variant, context)) as object;
  const body = {
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: message.content,
    message: { ...shown, rendered_content: message.renderedContent },
    token,
    trigger,
  };
  return { type: 'application/json', text: JSON.stringify(body) };
}

/** Slack's form of outgoing webhooks (https://api.slack.com/legacy/custom-integrations/outgoing-webhooks). */
function slackForm(
  organizationId: string,
  { id, channelId, channelName, recipientId, sender, content, timestamp }: Message,
  { token, trigger }: { token: string; trigger: BotTrigger },
): string {
  return new URLSearchParams({
    token,
    team_id: organizationId,
    team_domain: organizationId,
    channel_id: String(channelId ?? recipientId),
    channel_name: channelName ?? 'directmessage',
    thread_ts: String(timestamp),
    timestamp: `${timestamp}.${id}`,
    user_id: String(sender.id),
    user_name: sender.fullName,
    text: content,
    trigger_word: trigger,
    service_id: String(recipientId),
  }).toString();
}
