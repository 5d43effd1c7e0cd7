import { ANSWERS, LINES } from './cast.ts';
import type { Draw } from './orders.ts';
import type { Colleague, Stage } from './stage.ts';

interface Message {
  id: number;
  sender_id: number;
  type: 'stream' | 'private';
  stream_id?: number;
  subject: string;
}

/** The next line that colleagues say to each other; they begin anew after the last one. */
export async function post({ colleagues }: Stage, turn: number): Promise<void> {
  const { channel, topic, content } = LINES[turn % LINES.length]!;
  const { client } = colleagues[turn % colleagues.length]!;
  await client.postForm('/messages', { type: 'stream', to: JSON.stringify(channel), topic, content });
}

/** Answers whoever writes to a colleague, or where they are, and is none of the cast; until it is stopped. */
export async function answerVisitors(stage: Stage, draw: Draw, stop: AbortSignal): Promise<void> {
  const [answerer] = stage.colleagues;
  const { client } = answerer!;
  const cast = new Set(stage.colleagues.map(({ userId }) => userId));
  const registered = await client.postForm<{ queue_id: string; last_event_id: number }>('/register', {
    event_types: '["message"]',
  });
  let last = registered.last_event_id;
  while (!stop.aborted) {
    const query = new URLSearchParams({ queue_id: registered.queue_id, last_event_id: String(last) });
    const { events } = await client.get<{ events: { id: number; message?: Message }[] }>(`/events?${query}`);
    for (const { id, message } of events) {
      last = id;
      const isTask = message?.stream_id === stage.deliveriesChannel;
      // Drivers wait a little for their answer, as in life: see `floor.ts`.
      if (message && !isTask && !cast.has(message.sender_id))
        await answer(answerer!, message, ANSWERS[draw(ANSWERS.length)]!);
    }
  }
}

async function answer({ client }: Colleague, message: Message, content: string): Promise<void> {
  const to: Record<string, string> =
    message.type === 'stream'
      ? { type: 'stream', to: String(message.stream_id), topic: message.subject }
      : { type: 'direct', to: JSON.stringify([message.sender_id]) };
  await client.postForm('/messages', { ...to, content });
}
