import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { readerView } from '../reading/reader-view.ts';
import type { MessageReader } from '../reading/view.ts';
import { hasVisibleMessage } from './queries.ts';

/** Whether a person who now writes into a topic begins it: they see no message of it yet. */
export async function startsTopic(
  reader: Reader,
  facts: FactSource,
  person: MessageReader,
  topic: { channelId: number; topic: string },
): Promise<boolean> {
  return !(await hasVisibleMessage(reader, await readerView(facts, person), topic));
}
