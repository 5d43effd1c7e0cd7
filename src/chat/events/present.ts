import type { AppendedEvent } from '../../platform/events/log.ts';
import type { Services } from '../../platform/services.ts';
import { type FlagName, flagsAtSend } from '../messages/flags.ts';
import type { MessageSent, MessageVariant } from '../messages/message.ts';
import { presentMessage } from '../messages/present.ts';
import { realmHost, realmOf } from '../realms/access.ts';
import { groupIdsOfUser } from '../user-groups/access.ts';
import type { Hearer } from './hearer.ts';
import { type EventQueue, knowsLegacyNamesOnly } from './queue.ts';
import { eventWireId } from './wire-ids.ts';

/** An event's JSON per variant, for as long as the event is in memory: 500 readers of a variant share one text. */
const texts = new WeakMap<AppendedEvent, Map<string, string>>();

function textOnce(event: AppendedEvent, variant: string, make: () => string): string {
  let known = texts.get(event);
  if (!known) {
    known = new Map();
    texts.set(event, known);
  }
  let text = known.get(variant);
  if (text === undefined) {
    text = make();
    known.set(variant, text);
  }
  return text;
}

const noGroups: ReadonlySet<number> = new Set();

/** The flags with which a person hears of a message. */
export async function flagsOf(services: Services, event: AppendedEvent, hearer: Hearer): Promise<FlagName[]> {
  const { message, topicParticipantIds } = event.payload as MessageSent;
  const groupIds =
    message.mentionedGroupIds.length > 0
      ? await groupIdsOfUser(services.state, event.organizationId, hearer.userId)
      : noGroups;
  return flagsAtSend(message, { userId: hearer.userId, groupIds }, topicParticipantIds);
}

/** Events as the queue's client gets them: the members of a JSON list. */
export async function presentEvents(
  services: Services,
  queue: EventQueue,
  hearer: Hearer,
  events: readonly AppendedEvent[],
): Promise<string> {
  const parts: string[] = [];
  for (const event of events) {
    const id = eventWireId(queue.base, event.id);
    if (event.kind === 'message') parts.push(await presentMessageEvent(services, queue, hearer, event, id));
    else parts.push(`${presentOther(event, queue)},"id":${id}}`);
  }
  return parts.join(',');
}

async function presentMessageEvent(
  services: Services,
  queue: EventQueue,
  hearer: Hearer,
  event: AppendedEvent,
  id: number,
): Promise<string> {
  const { message, local } = event.payload as MessageSent;
  const realm = await realmOf(services.state, queue.organizationId);
  const variant: MessageVariant = {
    applyMarkdown: queue.options.applyMarkdown,
    clientGravatar: queue.options.clientGravatar,
    emptyTopicName: queue.options.capabilities.empty_topic_name ?? false,
    legacyEmojiNames: knowsLegacyNamesOnly(queue.options),
    readerRole: hearer.role as MessageVariant['readerRole'],
    editHistory: realm.allowEditHistory,
  };
  const context = { host: realmHost(services), emptyTopicDisplayName: realm.emptyTopicDisplayName };
  const key = `${Object.values(variant).join()} ${context.emptyTopicDisplayName}`;
  const text = textOnce(event, key, () => presentMessage(message, variant, context));
  const flags = await flagsOf(services, event, hearer);
  // Only the queue that the sender named hears its own mark.
  const mark =
    local !== null && local.queueId === queue.id ? `,"local_message_id":${JSON.stringify(local.localId)}` : '';
  const names = flags.length === 0 ? '[]' : `["${flags.join('","')}"]`;
  return `{"type":"message","message":${text},"flags":${names}${mark},"id":${id}}`;
}

/** Without the closing brace: the ID follows. */
function presentOther(event: AppendedEvent, queue: EventQueue): string {
  const payload = event.payload as { reaction_type?: string };
  // client: names that start with "zulip" know only `zulip_extra_emoji`.
  const legacy = payload.reaction_type === 'service_extra_emoji' && knowsLegacyNamesOnly(queue.options);
  return textOnce(event, legacy ? 'legacy' : '', () =>
    JSON.stringify(legacy ? { ...payload, reaction_type: 'zulip_extra_emoji' } : payload).slice(0, -1),
  );
}
