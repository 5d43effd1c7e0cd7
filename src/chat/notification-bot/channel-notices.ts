import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { Channel } from '../channels/access.ts';
import type { ChatCaller } from '../http/caller.ts';
import { fenced, inlineText, nameChannel, nameGroup, namePerson } from '../notices/names.ts';
import { type NoticeTexts, noticeTexts } from '../notices/texts.ts';
import { realmOf } from '../realms/access.ts';
import { loadGroupNames } from '../user-groups/access.ts';
import { type GroupSettingValue, groupsIn, membersIn, sameGroupSetting } from '../user-groups/group-setting.ts';
import { usersByIds } from '../users/access.ts';
import { doSendNotice } from './actions.ts';

/** People and groups that a notice names; the others are counted. */
const MAX_NAMED = 10;

/**
 * Announces in a channel, in one notice for one request, its new name, description, privacy and posting permission.
 * What did not change is not mentioned.
 */
export async function doSendChannelNotice(
  tx: Tx,
  services: Services,
  { userId, fullName }: ChatCaller,
  before: Channel,
  after: Channel,
): Promise<void> {
  const { language } = await realmOf(uncachedFacts(tx));
  const texts = noticeTexts(language);
  const who = namePerson({ id: userId, fullName });
  const sentences: string[] = [];
  if (before.name !== after.name)
    sentences.push(texts.renamed({ person: who, from: inlineText(before.name), to: nameChannel(after.name) }));
  if (before.description !== after.description)
    sentences.push(
      texts.described({ person: who, from: quoted(texts, before.description), to: quoted(texts, after.description) }),
    );
  const [oldPrivacy, newPrivacy] = [texts.privacies[privacyOf(before)], texts.privacies[privacyOf(after)]];
  if (oldPrivacy !== newPrivacy)
    sentences.push(texts.privacyChanged({ person: who, from: oldPrivacy, to: newPrivacy }));
  const [oldPosters, newPosters] = [before, after].map(({ permissions }) => permissions.can_send_message_group);
  if (!sameGroupSetting(oldPosters!, newPosters!)) {
    const [from, to] = [await nameHolders(tx, texts, oldPosters!), await nameHolders(tx, texts, newPosters!)];
    sentences.push(texts.postingChanged({ person: who, from, to }));
  }
  if (sentences.length === 0) return;
  // A channel without topics has none for notices either.
  const topic = after.topicsPolicy === 'empty_topic_only' ? '' : texts.channelTopic;
  await doSendNotice(tx, services, { channelId: after.id, topic }, sentences.join('\n\n'));
}

function privacyOf(channel: Channel): keyof NoticeTexts['privacies'] {
  if (channel.isWebPublic) return 'webPublic';
  if (!channel.inviteOnly) return 'public';
  return channel.historyPublicToSubscribers ? 'sharedHistory' : 'protectedHistory';
}

function quoted(texts: NoticeTexts, description: string): string {
  return description === '' ? texts.noDescription : fenced('quote', description);
}

/** Returns the holders of a permission in words. */
async function nameHolders(tx: Tx, texts: NoticeTexts, value: GroupSettingValue): Promise<string> {
  const groups = await loadGroupNames(tx, groupsIn(value).slice(0, MAX_NAMED));
  const people = await usersByIds(tx, membersIn(value).slice(0, MAX_NAMED));
  const names = [
    ...groups.map(({ name, isSystem }) =>
      isSystem ? ((texts.systemGroups as Record<string, string>)[name] ?? name) : nameGroup(name),
    ),
    ...[...people.values()].map(({ id, fullName }) => namePerson({ id, fullName })),
  ].slice(0, MAX_NAMED);
  const more = groupsIn(value).length + membersIn(value).length - names.length;
  if (more > 0) names.push(texts.more({ count: more }));
  return names.length === 0 ? texts.systemGroups['role:nobody']! : names.join(', ');
}
