import { foldCase } from '../../../rules/fold-case.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { renderDescription } from '../channels/names.ts';
import { FieldType } from '../profile-fields/profile-field.ts';
import { chunksOf } from './chunks.ts';
import {
  insertAlertWords,
  insertDrafts,
  insertFieldValues,
  insertMutes,
  insertProfileFields,
  insertTopicPolicies,
} from './directory-queries.ts';
import type { ImportedDraft, ImportedField, ImportedTopicPolicy } from './imported.ts';

/** Settings that people have made for themselves. */
export interface ImportedExtras {
  fields?: readonly ImportedField[];
  topicPolicies?: readonly ImportedTopicPolicy[];
  mutes?: readonly { person: string; muted: string; at: string }[];
  alertWords?: readonly { person: string; word: string }[];
  drafts?: readonly ImportedDraft[];
}

type Ids = ReadonlyMap<string, number>;

/** Writes what people have set for themselves, once they and the channels are there. */
export async function writeExtras(tx: Tx, given: ImportedExtras, people: Ids, channels: Ids): Promise<void> {
  const { fields = [], topicPolicies = [], mutes = [], alertWords = [], drafts = [] } = given;
  await writeFields(tx, fields, people);
  const policies = topicPolicies.flatMap(({ person, channel, topic, policy, at }) => {
    const [user_id, channel_id] = [people.get(person), channels.get(channel)];
    return user_id === undefined || channel_id === undefined ? [] : [{ user_id, channel_id, topic, policy, at }];
  });
  for (const some of chunksOf(policies)) await insertTopicPolicies(tx, some);
  const muted = mutes.flatMap(({ person, muted: other, at }) => {
    const [user_id, muted_user_id] = [people.get(person), people.get(other)];
    return user_id === undefined || muted_user_id === undefined ? [] : [{ user_id, muted_user_id, at }];
  });
  for (const some of chunksOf(muted)) await insertMutes(tx, some);
  const words = alertWords.flatMap(({ person, word }) => {
    const user_id = people.get(person);
    return user_id === undefined ? [] : [{ user_id, folded: foldCase(word), word }];
  });
  for (const some of chunksOf(words)) await insertAlertWords(tx, some);
  const rows = drafts.flatMap((draft) => draftRow(draft, people, channels) ?? []);
  for (const some of chunksOf(rows)) await insertDrafts(tx, some);
}

function draftRow({ person, place, content, editedAt }: ImportedDraft, people: Ids, channels: Ids) {
  const user_id = people.get(person);
  if (user_id === undefined) return undefined;
  const common = { user_id, content, edited_at: editedAt };
  if (place === undefined) return { ...common, type: '', recipient_ids: [], topic: '' };
  if ('people' in place) {
    const recipient_ids = place.people.flatMap((each) => people.get(each) ?? []);
    return { ...common, type: 'private', recipient_ids, topic: '' };
  }
  const channelId = channels.get(place.channel);
  if (channelId === undefined) return undefined;
  return { ...common, type: 'stream', recipient_ids: [channelId], topic: place.topic };
}

async function writeFields(tx: Tx, fields: readonly ImportedField[], people: Ids): Promise<void> {
  if (fields.length === 0) return;
  const ids = await insertProfileFields(
    tx,
    fields.map(({ values: _values, ...field }) => field),
  );
  const facts = uncachedFacts(tx);
  const rows = [];
  for (const [n, { type, values }] of fields.entries()) {
    const isMarkdown = type === FieldType.shortText || type === FieldType.longText;
    for (const { person, value } of values) {
      const userId = people.get(person);
      if (userId === undefined) continue;
      const text = typeof value === 'string' ? value : peopleText(value, people);
      if (text === undefined) continue;
      const rendered = isMarkdown ? await renderDescription(facts, text) : null;
      rows.push({ user_id: userId, field_id: ids[n]!, value: text, rendered });
    }
  }
  for (const some of chunksOf(rows)) await insertFieldValues(tx, some);
}

/** People as such a field keeps them. */
function peopleText(given: readonly string[], people: Ids): string | undefined {
  const ids = given.flatMap((person) => people.get(person) ?? []);
  return ids.length === 0 ? undefined : JSON.stringify(ids);
}
