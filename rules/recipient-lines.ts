import { plainCell, readYesNo } from './cells.ts';
import { byHeading, guessColumns } from './task-columns.ts';

/** Possible meanings of a column in a list of recipients. */
export const recipientMeanings = ['name', 'firstName', 'lastName', 'phone', 'notes', 'language', 'optOut'] as const;
export type RecipientMeaning = (typeof recipientMeanings)[number];

const meaningOf = byHeading<RecipientMeaning>({
  name: 'name|full name|recipient|recipient name|customer|customer name|contact|display name|empfanger|empfangerin|kunde|kundin',
  firstName: 'first name|firstname|given name|vorname',
  lastName: 'last name|lastname|surname|family name|nachname|familienname',
  phone:
    'phone|phone number|recipient phone|telephone|tel|mobile|mobile phone|cell|phone 1 value|telefon|telefonnummer|handy|mobil',
  notes:
    'notes|note|comment|comments|recipient notes|notes on the recipient|hinweise|notiz|notizen|bemerkung|hinweise zum empfanger',
  language: 'language|lang|locale|sprache',
  optOut: 'no sms|opt out|opted out|skip sms|skip sms notifications|skipsmsnotifications|send no sms|keine sms',
});

/** Guesses the meanings of a list's columns. @param remembered earlier choices, by the keys of headings */
export function guessRecipientMeanings(
  columns: readonly string[],
  remembered: Readonly<Record<string, string>>,
): (RecipientMeaning | '')[] {
  return guessColumns(columns, remembered, new Set(recipientMeanings), (heading) => meaningOf.get(heading));
}

/** Problem of a line before the server checks it; the page has the words. */
export interface RecipientProblem {
  kind: 'name' | 'phone' | 'language' | 'yesNo';
  /** As it stands in the file. */
  text: string;
}

/** A line as `POST /recipients/batch` takes it. */
export interface RecipientBody {
  name: string;
  phone: string;
  notes?: string;
  language?: string;
  skipSMSNotifications?: true;
}

/**
 * Reads the cells of a line. An empty cell says nothing, so that it changes nothing of a known recipient. The same goes for
 * "no" in the column of the opt-out: somebody who wants no SMS must not get them again because of a list.
 */
export function readRecipientLine(
  cells: readonly string[],
  meanings: readonly (RecipientMeaning | '')[],
): { recipient: RecipientBody; problems: readonly RecipientProblem[] } {
  const given = new Map<RecipientMeaning, string>();
  for (const [at, meaning] of meanings.entries()) {
    const text = plainCell(cells[at] ?? '');
    if (meaning && text !== '') given.set(meaning, text);
  }
  const text = (meaning: RecipientMeaning): string => given.get(meaning) ?? '';
  const name = text('name') || [text('firstName'), text('lastName')].filter(Boolean).join(' ');
  const [phone, notes, written, optOut] = [text('phone'), text('notes'), text('language'), text('optOut')];
  const language = /^([a-z]{2})(?:[-_][a-z0-9]+)*$/i.exec(written)?.[1]?.toLowerCase();
  const isOptOut = optOut === '' ? false : readYesNo(optOut);
  const problems: RecipientProblem[] = [];
  if (!name) problems.push({ kind: 'name', text: phone });
  if (!phone) problems.push({ kind: 'phone', text: name });
  if (written && !language) problems.push({ kind: 'language', text: written });
  if (isOptOut === undefined) problems.push({ kind: 'yesNo', text: optOut });
  const recipient = {
    ...{ name, phone },
    ...(notes && { notes }),
    ...(language && { language }),
    ...(isOptOut && { skipSMSNotifications: true as const }),
  };
  return { recipient, problems };
}
