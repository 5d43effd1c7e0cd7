/** By what a person is found in texts, and what stands there afterwards. */
export interface Traces {
  /** Names that nobody else of the organization has. */
  names: string[];
  /** Names that somebody else has too, and IDs of the account in chat: only mentions with the ID are theirs. */
  sharedNames: string[];
  userIds: number[];
  emails: string[];
  /** In E.164 form. */
  phones: string[];
  /** `Deleted user 7` */
  label: string;
}

/** A regular expression of PostgreSQL, and what it is replaced by. */
export interface Replacement {
  pattern: string;
  by: string;
  /** Whether it is for JSON alone, where a text stands by itself. */
  isForJson?: true;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text as it stands in plain texts, in JSON and in HTML. */
function formsOf(text: string): string {
  const inHtml = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
  const forms = new Set([text, JSON.stringify(text).slice(1, -1), inHtml]);
  return `(?:${[...forms].map(escaped).join('|')})`;
}

/**
 * Returns the replacements in texts. A name of one word may be an ordinary word: alone it stays, and only mentions of
 * the person and JSON values that consist of it are changed. The ID in a mention distinguishes people with the same
 * name.
 */
export function replacementsFor({ names, sharedNames, userIds, emails, phones, label }: Traces): Replacement[] {
  const one: Replacement[] = [];
  for (const name of names) {
    if (/\s/.test(name)) one.push({ pattern: `(?<![[:alnum:]])${formsOf(name)}(?![[:alnum:]])`, by: label });
    else {
      one.push({ pattern: `(@_?\\*\\*)${formsOf(name)}(?=[|*])`, by: `\\1${label}` });
      one.push({ pattern: `"${formsOf(name)}"`, by: `"${label}"`, isForJson: true });
    }
  }
  for (const name of sharedNames)
    for (const id of userIds) one.push({ pattern: `(@_?\\*\\*)${formsOf(name)}(?=\\|${id}\\*\\*)`, by: `\\1${label}` });
  for (const id of userIds)
    for (const name of [...names, ...sharedNames])
      one.push({ pattern: `(data-user-id=\\\\?"${id}\\\\?">@?)${formsOf(name)}(?=<)`, by: `\\1${label}` });
  for (const email of emails)
    one.push({ pattern: `(?<![[:alnum:]._+-])${formsOf(email)}(?![[:alnum:]-])`, by: ERASED_ADDRESS });
  for (const phone of phones) one.push({ pattern: `${escaped(phone)}(?![0-9])`, by: ERASED_PHONE });
  return one;
}

/** Reserved for what leads nowhere (RFC 2606). */
const ERASED_ADDRESS = 'deleted@deleted.invalid';
const ERASED_PHONE = '+0';
