import { useState } from 'preact/hooks';
import { SettingField } from '../../shared/user-settings/setting-field.tsx';
import type { SettingName } from '../../shared/user-settings/table.ts';
import { refuse } from '../data/refuse.ts';
import { saveSetting } from '../data/save-setting.ts';
import { userSettings } from '../data/settings.ts';

/** One setting: it acts as soon as it is changed; what the server refuses is taken back, with its sentence. */
export function SettingRow({ name }: { name: SettingName }) {
  const [pending, setPending] = useState<unknown>();
  const settings = userSettings();
  const save = async (next: unknown) => {
    setPending(next);
    try {
      await saveSetting(name, next);
    } catch (error) {
      refuse(error as Error);
    }
    setPending(undefined);
  };
  return (
    <SettingField
      name={name}
      value={pending ?? settings[name]}
      sounds={settings.available_notification_sounds}
      save={(next) => void save(next)}
    />
  );
}
