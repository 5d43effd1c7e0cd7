import { useEffect, useRef, useState } from 'preact/hooks';
import { topicKey } from '../../store/chat/conversation.ts';
import { lastMove } from '../data/last-move.ts';

interface Topic {
  channelId: number;
  topic: string;
}

const keyOf = ({ channelId, topic }: Topic): string => topicKey(channelId, topic);

/**
 * Returns where a topic is: as it is asked for, or where somebody has moved it since. The chat hears it at once, the console
 * when it asks again; what is sent in between must not begin the old topic anew.
 */
export function useMovedTopic(asked: Topic): Topic {
  const [moved, setMoved] = useState<{ from: string; to: Topic }>();
  const move = lastMove.value;
  /** The last move that is taken into account: whoever asks knows of those before. */
  const known = useRef(move);
  const place = moved?.from === keyOf(asked) ? moved.to : asked;
  useEffect(() => {
    if (move === known.current) return;
    known.current = move;
    if (move?.isWhole && keyOf(move.from) === keyOf(place)) setMoved({ from: keyOf(asked), to: move.to });
  }, [move]);
  return place;
}
