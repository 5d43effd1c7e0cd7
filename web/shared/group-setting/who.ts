import { locale } from '../texts/index.ts';
import { type HolderGroup, type HolderParts, type Holders, partsOfHolders } from './holders.ts';
import { groupSettingWords as words } from './texts/index.ts';

/** Groups and people that may hold permissions, as the app knows them. */
export interface HolderDirectory {
  groups: ReadonlyMap<number, HolderGroup>;
  nameOf(userId: number): string;
  /** Returns the people whose names match best, at most a screenful. */
  findPeople(query: string): readonly { id: number; name: string }[];
}

/** The subject of a sentence: "Moderators and 2 other people", and whether it is one or several. */
export interface Subject {
  who: string;
  count: number;
}

const list = new Intl.ListFormat(locale, { type: 'conjunction' });

/** Names stand alone, whatever their script. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Returns who holds a permission by any of the values, as the subject of a sentence. */
export function subjectOf(directory: HolderDirectory, ...values: readonly Holders[]): Subject {
  return subjectOfParts(directory, partsOfHolders(directory.groups, ...values));
}

export function subjectOfParts(
  { groups, nameOf }: HolderDirectory,
  { role, groups: own, people }: HolderParts,
): Subject {
  const before = [...(role ? [words.roles[role]] : []), ...own.map((id) => isolated(groups.get(id)?.name ?? `#${id}`))];
  const names = people.map((id) => isolated(nameOf(id)));
  const isFew = before.length === 0 ? names.length <= 2 : names.length === 1;
  const named = isFew ? names : before.length === 0 ? names.slice(0, 1) : [];
  const others = names.length - named.length;
  const all = [...before, ...named, ...(others > 0 ? [words.others({ count: others })] : [])];
  if (all.length === 0) return { who: words.nobody, count: 1 };
  const isOne = all.length === 1 && role === undefined && own.length === 0;
  return { who: list.format(all), count: isOne ? 1 : 2 };
}
