import type { ImportedDraft, ImportedField, ImportedTopicPolicy } from '../../chat/imports/imported.ts';
import type { LinkifierRow } from '../../chat/linkifiers/linkifier.ts';
import { checkLinkifier } from '../../chat/linkifiers/pattern.ts';
import { FieldType, MAX_FIELDS } from '../../chat/profile-fields/profile-field.ts';
import { readContent } from '../../chat/reading/content.ts';
import { type JsonObject, objectOf } from '../json.ts';
import { UniqueNames } from '../names.ts';
import type { Report } from '../report.ts';
import { RecipientType, type ZulipRecipient } from './read-channels.ts';
import { topicHere } from './read-message.ts';
import { byId, type Tables } from './tables.ts';
import { exactTime, rowId, textIn } from './values.ts';

/** Limits of one organization, one person and one value. */
const MAX = { linkifiers: 50, words: 1000, drafts: 500, name: 40, hint: 80, value: 2000 };

const cut = (text: string, limit: number) => [...text].slice(0, limit).join('').trim();

const orderOf = (row: JsonObject) => (typeof row.order === 'number' ? row.order : 0);

/** Patterns that make links. */
export function readLinkifiers(tables: Tables, report: Report): Omit<LinkifierRow, 'id'>[] {
  const rows = tables.get('realmfilter')!.toSorted((a, b) => orderOf(a) - orderOf(b));
  const found = new Map<string, Omit<LinkifierRow, 'id'>>();
  for (const row of rows) {
    const linkifier = {
      pattern: textIn(row, 'pattern').trim(),
      // Older exports have the variables in the form of Python.
      urlTemplate: textIn(row, 'url_template') || textIn(row, 'url_format_string').replaceAll(/%\((\w+)\)s/g, '{$1}'),
      exampleInput: textIn(row, 'example_input') || null,
      reverseTemplate: textIn(row, 'reverse_template') || null,
      alternativeUrlTemplates: [],
    };
    if (found.has(linkifier.pattern) || found.size >= MAX.linkifiers || !isLinkifier(linkifier))
      report.add(
        'linkifiers',
        'stays',
        `Hubbub does not accept their pattern or template, or there are over ${MAX.linkifiers}.`,
      );
    else {
      found.set(linkifier.pattern, linkifier);
      report.add('linkifiers', 'comes');
    }
  }
  return [...found.values()];
}

function isLinkifier(given: Omit<LinkifierRow, 'id'>): boolean {
  if (given.pattern === '' || given.pattern.length > 500 || given.urlTemplate.length > 1000) return false;
  try {
    checkLinkifier(given);
    return true;
  } catch {
    return false;
  }
}

/** Custom profile fields with people's values. */
export function readProfileFields(tables: Tables, report: Report): ImportedField[] {
  const rows = [...byId(tables.get('customprofilefield')!, 'profile field')].sort(
    ([, a], [, b]) => orderOf(a) - orderOf(b),
  );
  const values = Map.groupBy(tables.get('customprofilefieldvalue')!, (row) => rowId(row, 'field'));
  const names = new UniqueNames();
  const types: ReadonlySet<unknown> = new Set(Object.values(FieldType));
  const fields: ImportedField[] = [];
  for (const [id, row] of rows) {
    const type = row.field_type as FieldType;
    const fieldData = fieldDataOf(type, row.field_data);
    if (!types.has(type) || fields.length >= MAX_FIELDS || fieldData === undefined) {
      report.add('profile fields', 'stays', 'Hubbub does not support their type, or their choices are missing.');
      continue;
    }
    report.add('profile fields', 'comes');
    const isSmall = type !== FieldType.longText && type !== FieldType.people;
    fields.push({
      name: names.take(cut(textIn(row, 'name'), MAX.name) || `Field ${id}`, MAX.name),
      hint: cut(textIn(row, 'hint'), MAX.hint),
      type,
      fieldData,
      inSummary: isSmall && row.display_in_profile_summary === true,
      required: row.required === true,
      editableByUser: row.editable_by_user !== false,
      values: (values.get(id) ?? []).flatMap((each) => valuesIn(type, fieldData, each)),
    });
  }
  return fields;
}

/** Choices, or the address of an account elsewhere; undefined: they are needed and missing. */
function fieldDataOf(type: unknown, given: unknown): Record<string, unknown> | undefined {
  if (type !== FieldType.choice && type !== FieldType.externalAccount) return {};
  const data = parsed(given);
  if (type === FieldType.externalAccount) {
    const pattern = data.url_pattern;
    const isAddress = typeof pattern === 'string' && /^https?:\/\/[^\s/]/i.test(pattern) && pattern.length <= 1024;
    return isAddress && pattern.split('%(username)s').length === 2
      ? { subtype: 'custom', url_pattern: pattern }
      : undefined;
  }
  const choices = Object.entries(data).flatMap(([key, choice], n) => {
    const text = cut(textIn(objectOf(choice), 'text'), 100);
    return key === '' || key.length > 100 || text === '' ? [] : [[key, { text, order: String(n + 1) }] as const];
  });
  return choices.length === 0 ? undefined : Object.fromEntries(choices.slice(0, 200));
}

function parsed(given: unknown): Record<string, unknown> {
  if (typeof given !== 'string') return objectOf(given);
  try {
    return objectOf(JSON.parse(given));
  } catch {
    return {};
  }
}

function valuesIn(type: FieldType, fieldData: Record<string, unknown>, row: JsonObject): ImportedField['values'] {
  const person = rowId(row, 'user_profile');
  if (person === undefined) return [];
  if (type === FieldType.people) {
    const list: unknown = typeof row.value === 'string' ? listIn(row.value) : row.value;
    const people = Array.isArray(list) ? list.filter(Number.isSafeInteger).map(String).slice(0, 100) : [];
    return people.length === 0 ? [] : [{ person, value: people }];
  }
  const value = cut(textIn(row, 'value'), MAX.value);
  const isWrong = value === '' || (type === FieldType.choice && !Object.hasOwn(fieldData, value));
  return isWrong ? [] : [{ person, value }];
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Policies for topics: muted, unmuted, followed. */
export function readTopicPolicies(
  tables: Tables,
  recipients: ReadonlyMap<string, ZulipRecipient>,
  report: Report,
): ImportedTopicPolicy[] {
  return [...tables.get('usertopic')!, ...tables.get('mutedtopic')!].flatMap((row): ImportedTopicPolicy[] => {
    const person = rowId(row, 'user_profile');
    const recipient = recipients.get(rowId(row, 'recipient') ?? '');
    const channel = rowId(row, 'stream') ?? (recipient?.type === RecipientType.channel ? recipient.target : undefined);
    // Older exports have muted topics only.
    const policy = row.visibility_policy ?? 1;
    if (person === undefined || channel === undefined || (policy !== 1 && policy !== 2 && policy !== 3)) return [];
    report.add('muted and followed topics', 'comes');
    const at = exactTime(row.last_updated ?? row.date_muted) ?? new Date(0).toISOString();
    return [{ person, channel, topic: topicHere(textIn(row, 'topic_name')), policy, at }];
  });
}

/** People whom people have muted. */
export function readMutes(tables: Tables, report: Report): { person: string; muted: string; at: string }[] {
  return tables.get('muteduser')!.flatMap((row) => {
    const [person, muted] = [rowId(row, 'user_profile'), rowId(row, 'muted_user')];
    if (person === undefined || muted === undefined || person === muted) return [];
    report.add('muted people', 'comes');
    return [{ person, muted, at: exactTime(row.date_muted) ?? new Date(0).toISOString() }];
  });
}

/** Words that notify people. */
export function readAlertWords(tables: Tables, report: Report): { person: string; word: string }[] {
  const counts = new Map<string, number>();
  return tables.get('alertword')!.flatMap((row) => {
    const person = rowId(row, 'user_profile');
    const word = cut(textIn(row, 'word'), 100);
    const count = counts.get(person ?? '') ?? 0;
    if (person === undefined || word === '' || count >= MAX.words) return [];
    counts.set(person, count + 1);
    report.add('alert words', 'comes');
    return [{ person, word }];
  });
}

/** Drafts; their texts stay as they are. */
export function readDrafts(
  tables: Tables,
  { recipients, membersOf }: { recipients: ReadonlyMap<string, ZulipRecipient>; membersOf: (id: string) => string[] },
  report: Report,
): ImportedDraft[] {
  const counts = new Map<string, number>();
  return tables.get('draft')!.flatMap((row): ImportedDraft[] => {
    const person = rowId(row, 'user_profile');
    const text = textIn(row, 'content');
    const content = text.trim() === '' ? '' : readContent(text);
    const count = counts.get(person ?? '') ?? 0;
    if (person === undefined || content === '' || count >= MAX.drafts) return [];
    counts.set(person, count + 1);
    report.add('drafts', 'comes');
    const id = rowId(row, 'recipient');
    const recipient = recipients.get(id ?? '');
    const editedAt = exactTime(row.last_edit_time) ?? new Date(0).toISOString();
    const topic = topicHere(textIn(row, 'topic'));
    if (!recipient) return [{ person, place: undefined, content, editedAt }];
    if (recipient.type === RecipientType.channel)
      return [{ person, place: { channel: recipient.target, topic }, content, editedAt }];
    const people = recipient.type === RecipientType.person ? [recipient.target] : membersOf(id!);
    return [{ person, place: { people }, content, editedAt }];
  });
}
