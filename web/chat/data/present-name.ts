import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import type { ChatAction } from '../../store/chat/outbox/action.ts';
import type { GetChannelAnswer } from '../../store/wire/chat.ts';
import { dataWords } from './texts/index.ts';

/**
 * Returns a channel's present name, for requests that subscribe by it: where nobody has a name, the server would make a new
 * channel.
 * @throws {Refusal} the channel is gone or archived
 */
export async function presentName(channelId: number): Promise<string> {
  const { stream } = await request<GetChannelAnswer>(`/api/v1/streams/${channelId}`);
  if (stream.is_archived) throw new Refusal(400, { msg: dataWords.isArchived });
  return stream.name;
}

/** Returns a subscription by the channel's present name. @throws {Refusal} */
export async function named(body: Extract<ChatAction, { kind: 'subscribe' }>): Promise<ChatAction> {
  return body.isSubscribed ? { ...body, name: await presentName(body.channelId) } : body;
}
