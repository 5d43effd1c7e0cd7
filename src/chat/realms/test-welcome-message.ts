import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { administrators } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { doSendNotice } from '../notification-bot/actions.ts';
import { WelcomeText } from './changes.ts';

export const testWelcomeMessage = chatOperation({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  since: 416,
  summary: 'Send the caller the welcome message that new users receive',
  access: administrators,
  params: { welcome_message_custom_text: text(described(WelcomeText, 'Markdown to try, at most 8000 characters.')) },
  answer: { message_id: Type.Integer({ description: 'ID of the message that the caller received.' }) },
  async write({ tx, caller, services }, given) {
    const { userId } = caller;
    const content = given.welcome_message_custom_text;
    if (content.trim() === '') throw badRequest('Message must not be empty');
    return { message_id: await doSendNotice(tx, services, { userId }, content) };
  },
});
