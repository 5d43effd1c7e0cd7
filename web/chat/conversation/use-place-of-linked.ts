import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { conversationOfMessage } from '../../store/chat/message.ts';
import { conversationOf, type Narrow, narrowKey, narrowOf } from '../../store/chat/narrow.ts';
import type { GetMessageAnswer } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { channelName } from '../data/names.ts';

/**
 * Leads on to where a linked message is now, if it was moved since the link was made.
 * @returns whether there is no such message for this person
 */
export function usePlaceOfLinked(narrow: Narrow, near: number | undefined): boolean {
  const [isMissing, setMissing] = useState(false);
  const [, go] = useLocation();
  useEffect(() => {
    setMissing(false);
    if (near === undefined) return;
    const known = chat.peek().state.messages.get(near);
    if (known && narrowKey(placeOf(narrow, known)) === narrowKey(narrow)) return;
    request<GetMessageAnswer>(`/api/v1/messages/${near}?allow_empty_topic_name=true`).then(
      ({ message }) => {
        const place = placeOf(narrow, message);
        if (narrowKey(place) === narrowKey(narrow)) return;
        const name = 'channelId' in place ? channelName(place.channelId) : undefined;
        go(addressOf(place, { near, channelName: name }), { replace: true });
      },
      (error: Error) => {
        if (error instanceof Refusal) setMissing(true);
      },
    );
  }, [near]);
  return isMissing;
}

/** Returns the conversation of a message; a feed that it is in stays that feed. */
function placeOf(narrow: Narrow, message: GetMessageAnswer['message']) {
  const place = narrowOf(conversationOfMessage(message));
  if (narrow.kind === 'channel' && place.kind === 'topic' && place.channelId === narrow.channelId) return narrow;
  if (narrow.kind !== 'channel' && narrow.kind !== 'search' && !conversationOf(narrow)) return narrow;
  return place;
}
