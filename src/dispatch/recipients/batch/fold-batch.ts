import { newObjectId } from '../../../platform/ids.ts';
import { itemErrorOf } from '../../http/item-error.ts';
import { readBody } from '../../http/validate.ts';
import { changedNames } from '../../organization/changes.ts';
import { changedRecipientValues, newRecipientValues } from '../changed-values.ts';
import { type RecipientInput, recipientInput, recipientPhone } from '../input.ts';
import type { RecipientRow, RecipientValues } from '../queries.ts';
import type { RecipientBatch, RecipientResult } from './input.ts';

/** A recipient as a batch leaves it. */
interface Folded {
  id: string;
  values: RecipientValues;
  isNew: boolean;
  isChanged: boolean;
}

/** A body that is in its form, with its number; or what is wrong about it. */
type Item = { body: RecipientInput; phone: string } | { error: NonNullable<RecipientResult['error']> };

/** Reads the recipients of a batch, each by itself. @param country in which numbers without `+` are read */
export function readItems({ recipients }: RecipientBatch, country: string): Item[] {
  return recipients.map((given) => {
    try {
      const body = readBody(recipientInput, given);
      // Metadata is checked as in a creation.
      newRecipientValues(body, '');
      return { body, phone: recipientPhone(body.phone, country, body.skipPhoneNumberValidation) };
    } catch (error) {
      return { error: itemErrorOf(error) };
    }
  });
}

/**
 * Computes what a batch makes of recipients, in the order of its items: a later one with the same number sees what an
 * earlier one has changed.
 * @param known those who are there, by their numbers
 */
export function foldBatch(
  items: readonly Item[],
  known: ReadonlyMap<string, RecipientRow>,
  onlyNew: boolean,
): { results: RecipientResult[]; folded: Folded[] } {
  const all = new Map<string, Folded>();
  const results = items.map((item): RecipientResult => {
    if ('error' in item) return { error: item.error, outcome: null, changes: [], phone: null, id: null };
    const { body, phone } = item;
    const row = known.get(phone);
    const before = all.get(phone) ?? (row && { id: row.id, values: row, isNew: false, isChanged: false });
    if (!before) {
      const id = newObjectId();
      all.set(phone, { id, values: newRecipientValues(body, phone), isNew: true, isChanged: false });
      return { error: null, outcome: 'created', changes: [], phone, id };
    }
    const values = onlyNew
      ? before.values
      : changedRecipientValues(before.values, { ...body, phone: undefined }, phone);
    const changes = changedNames(before.values, values);
    if (changes.length > 0) all.set(phone, { ...before, values, isChanged: !before.isNew });
    const outcome = changes.length > 0 ? 'changed' : 'unchanged';
    return { error: null, outcome, changes, phone, id: before.id };
  });
  return { results, folded: [...all.values()] };
}
