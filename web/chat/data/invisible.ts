import { refuse } from './refuse.ts';
import { saveSetting } from './save-setting.ts';
import { userSettings } from './settings.ts';

/** Whether nobody sees when this person is here. */
export const isInvisible = (): boolean => !userSettings().presence_enabled;

/** Hides that the person is here, or takes that back. */
export async function setInvisible(invisible: boolean): Promise<void> {
  await saveSetting('presence_enabled', !invisible).catch(refuse);
}
