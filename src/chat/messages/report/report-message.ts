import { Type } from 'typebox';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { described } from '../../../platform/http/described.ts';
import { findChannel } from '../../channels/access.ts';
import { anyUser } from '../../http/caller.ts';
import { badRequest } from '../../http/errors.ts';
import { chatOperation } from '../../http/operation.ts';
import { Id, inPath, optional, text } from '../../http/params.ts';
import { doSendNotice } from '../../notification-bot/actions.ts';
import { realmOf } from '../../realms/access.ts';
import { findUserById } from '../../users/access.ts';
import { accessMessage } from '../access.ts';
import { reportNotice } from './report-notice.ts';
import { reportTypes } from './report-types.ts';

export const reportMessage = chatOperation({
  method: 'POST',
  path: '/messages/:message_id/report',
  summary: "Report a message to the organization's moderators",
  access: anyUser,
  params: {
    message_id: inPath(described(Id, 'ID of the message to report.')),
    report_type: text(
      Type.Enum(
        reportTypes.map(({ key }) => key),
        { description: 'Kind of problem, a `key` of `server_report_message_types`.' },
      ),
    ),
    description: optional(
      text(
        Type.String({
          maxLength: 1000,
          description: 'What is wrong with the message, at most 1000 characters. Required for `other`.',
        }),
      ),
    ),
  },
  answer: {},
  async write({ tx, services, caller }, { message_id, report_type, description }) {
    const facts = uncachedFacts(tx);
    const message = await accessMessage(tx, facts, caller, message_id);
    const realm = await realmOf(facts);
    const channel = await findChannel(facts, realm.settings.moderation_request_channel_id);
    if (!channel?.inviteOnly || channel.isArchived)
      throw badRequest('Moderation request channel must be specified to enable message reporting.');
    const note = description?.trim() ?? '';
    if (report_type === 'other' && note === '')
      throw badRequest("An explanation is required when the report type is 'other'.");
    const reporter = (await findUserById(facts, caller.userId))!;
    const reason = reportTypes.find(({ key }) => key === report_type)!.name;
    const { topic, content } = reportNotice(realm.language, { reporter, message, reason, note });
    await doSendNotice(tx, services, { channelId: channel.id, topic }, content);
    return {};
  },
});
