import { signal } from '@preact/signals';
import { type SectionId, type SettingName, settingSections } from '../../shared/user-settings/table.ts';
import { userSettingWords } from '../../shared/user-settings/texts/index.ts';
import { settingsWords as words } from './texts/index.ts';

/** Parts of the screen that are more than a list of settings, by their titles. */
const PARTS = {
  profile: words.profile.title,
  channels: words.channels.title,
  alertWords: words.alertWords.title,
  muted: words.muted.title,
  uploads: words.uploads.title,
  bots: words.bots.title,
  leave: words.leave.heading,
};

/** A part or a setting of the screen, as its address names it: `/settings?at=…`. */
export type SettingsPlace = keyof typeof PARTS | SectionId | SettingName;

interface NamedPlace {
  at: SettingsPlace;
  name: string;
}

/** Returns the parts of the screen in their order. */
export function settingsParts(): NamedPlace[] {
  const [first, ...rest] = Object.entries(PARTS).map(([at, name]) => ({ at: at as SettingsPlace, name }));
  const sections = (Object.keys(settingSections) as SectionId[]).map(
    (at): NamedPlace => ({ at, name: userSettingWords.sections[at].title }),
  );
  // What only other apps act on stands before the last.
  return [first!, ...sections.slice(0, -1), ...rest.slice(0, -1), ...sections.slice(-1), ...rest.slice(-1)];
}

/** Returns everything on the screen that has a name: its parts, and each setting. */
export function settingsPlaces(): NamedPlace[] {
  const settings = Object.values(settingSections).flat();
  return [...settingsParts(), ...settings.map((at): NamedPlace => ({ at, name: userSettingWords.names[at] }))];
}

/** Address of a place below `/chat`. */
export const settingsPath = (at: SettingsPlace): string => `/settings?at=${at}`;

/** Number of times that somebody chose a place: the address stays the same if it is the place before. */
export const placesChosen = signal(0);

/** Has the screen lead to the place of its address, once more if need be. */
export function notePlaceChosen(): void {
  placesChosen.value++;
}
