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

/** Returns everything on the screen that has a name. */
export function settingsPlaces(): { at: SettingsPlace; name: string }[] {
  return [
    ...Object.entries(PARTS).map(([at, name]) => ({ at: at as SettingsPlace, name })),
    ...(Object.keys(settingSections) as SectionId[]).map((at) => ({ at, name: userSettingWords.sections[at].title })),
    ...Object.values(settingSections)
      .flat()
      .map((at) => ({ at, name: userSettingWords.names[at] })),
  ];
}
