import { Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { parseJson } from '../../../platform/http/json-depth.ts';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, json, text } from '../../http/params.ts';
import { accessToReact } from '../../reactions/access.ts';
import type { Message } from '../../reading/message.ts';
import { doAddSubmessage } from './actions.ts';
import { checkWidgetChange } from './widget-change.ts';

/** Maximum number per message: they are all sent together with it. */
const MAX_SUBMESSAGES = 5000;

export const addSubmessage = chatOperation({
  method: 'POST',
  path: '/submessage',
  summary: 'Vote in a poll, or change a list of tasks',
  access: anyUser,
  params: {
    message_id: json(described(Id, 'ID of the message that holds the widget.')),
    msg_type: text(
      Type.String({ minLength: 1, maxLength: 30, description: 'Kind of change: `widget` for polls and to-do lists.' }),
    ),
    content: text(
      Type.String({ maxLength: 10_000, description: 'JSON text of the change, at most 10 000 characters.' }),
    ),
  },
  answer: {},
  async write({ tx, services, caller }, { message_id, msg_type, content }) {
    // Locked, so that what is counted and what is there first stays so.
    const { message, channel, user } = await accessToReact(tx, services, caller, message_id);
    const data = readJson(content);
    checkMayAdd(message, caller.userId, data);
    await doAddSubmessage(tx, { message, channel, user }, { msgType: msg_type, content });
    return {};
  },
});

function readJson(content: string): unknown {
  try {
    return parseJson(content);
  } catch {
    throw badRequest('Invalid json for submessage');
  }
}

/** A message becomes a widget by its sender's first submessage; then others may add to it what fits its kind. */
function checkMayAdd({ submessages, sender }: Message, userId: number, data: unknown): void {
  const [first] = submessages;
  if (!first) {
    if (sender.id !== userId) throw badRequest('You cannot attach a submessage to this message.');
    return;
  }
  if (submessages.length >= MAX_SUBMESSAGES)
    throw badRequest(`A message cannot have more than ${MAX_SUBMESSAGES} submessages.`);
  const widget = readJson(first.content) as { widget_type?: unknown } | null;
  if (typeof widget?.widget_type === 'string') checkWidgetChange(widget.widget_type, data, sender.id === userId);
}
