import { doSendNotice } from '../../chat/notification-bot/actions.ts';
import { type Filled, input, textArea } from '../http/fields.ts';
import { line, lines } from '../http/form.ts';
import { html } from '../http/html.ts';
import { page, type VisitorRequest } from '../http/page.ts';
import { refusalSentence } from '../http/refusals.ts';
import { goOn, stepView } from './step-view.ts';

/** Page that creates the first channel and message. */
export const firstMessage = page({
  path: '/welcome/message',
  summary: 'Set-up: the first channel and message',
  access: 'administrator',
  form: { channel: line(60), topic: line(60), message: lines(10_000) },
  async show(request) {
    const { channelName, topicName, messageText } = request.texts.steps.message;
    return view(request, { values: { channel: channelName, topic: topicName, message: messageText }, problems: {} });
  },
  async submit(request, values) {
    const { visitor, texts } = request;
    const { channel: name, topic, message: content } = values;
    const { missing } = texts.fields;
    const problems = { channel: name === '' ? missing : undefined, message: content === '' ? missing : undefined };
    if (problems.channel || problems.message) return { ...(await view(request, { values, problems })), status: 400 };
    const subscribers = [visitor.accounts.chat?.userId];
    const channel = await visitor.api('POST /api/v1/channels/create', { name, subscribers });
    if (channel.isOk) await sendIntroduction(request, channel.json.id as number);
    const isThere = channel.isOk || channel.json.code === 'CHANNEL_ALREADY_EXISTS';
    const sent = isThere
      ? await visitor.api('POST /api/v1/messages', { type: 'channel', to: JSON.stringify(name), topic, content })
      : channel;
    if (sent.isOk) return goOn(request, 'message');
    const refused = { '': refusalSentence(texts, sent) };
    return { ...(await view(request, { values, problems: refused })), status: 400 };
  },
});

/** Has the bot explain the chat in a new organization's first channel; its messages can be deleted like others. */
async function sendIntroduction(
  { services, visitor, texts, origin }: VisitorRequest,
  channelId: number,
): Promise<void> {
  const { introTopic: topic, intro } = texts.steps.message;
  await services.database.transaction(
    async (tx) => {
      for (const content of [intro.topics, intro.reading, intro.writing])
        await doSendNotice(tx, services, { channelId, topic }, content);
    },
    { organizationId: visitor.organization.id, origin },
  );
}

function view(request: VisitorRequest, filled: Filled) {
  const { message: words } = request.texts.steps;
  const fields = html`<div class="two">
${input(filled, { name: 'channel', label: words.channel, max: 60 })}
${input(filled, { name: 'topic', label: words.topic, max: 60, optional: true })}
</div>
${textArea(filled, { name: 'message', label: words.message, max: 10_000, rows: 3 })}`;
  return stepView(request, 'message', filled, fields);
}
