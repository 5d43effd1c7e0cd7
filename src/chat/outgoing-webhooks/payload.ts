import type { Services } from '../../platform/services.ts';
import type { Message } from '../messages/message.ts';
import { messageVariant } from '../messages/message-variant.ts';
import { presentMessage } from '../messages/present.ts';
import { presentContext } from '../messages/present-context.ts';
import { realmOf } from '../realms/access.ts';
import type { User } from '../users/access.ts';
import type { BotTrigger } from './call.ts';

/** The body of a call (client: `zulip_botserver` reads bot_email, token, trigger and message). */
export async function payloadOf(
  services: Services,
  organizationId: string,
  bot: User,
  call: { message: Message; trigger: BotTrigger; token: string },
): Promise<string> {
  const { message, trigger, token } = call;
  const realm = await realmOf(services.state, organizationId);
  const variant = messageVariant('', bot.role, realm, {
    applyMarkdown: false,
    clientGravatar: false,
    emptyTopicName: false,
  });
  const context = await presentContext(services, services.state, organizationId);
  const shown = JSON.parse(presentMessage(message, variant, context)) as object;
  return JSON.stringify({
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: message.content,
    message: { ...shown, rendered_content: message.renderedContent },
    token,
    trigger,
  });
}
