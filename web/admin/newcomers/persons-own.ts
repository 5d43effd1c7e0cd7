import type { SettingName } from '../../shared/user-settings/table.ts';

/** Settings that nobody has a default for: each person says them, or their device. */
export const PERSONS_OWN: readonly SettingName[] = ['allow_private_data_export', 'default_language', 'timezone'];
