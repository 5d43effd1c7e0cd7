import { request } from '../../shared/session/session.ts';
import { applyUserSettings } from '../../store/chat/apply/user-settings.ts';
import { knownState, raise } from './chat.ts';
import type { userSettings } from './settings.ts';

/**
 * Changes a setting. The page acts on it once the server has taken it; its event says the same once more.
 * @throws {Refusal} what the server says
 */
export async function saveSetting(name: keyof ReturnType<typeof userSettings>, value: unknown): Promise<void> {
  await request('/api/v1/settings', { method: 'PATCH', form: { [name]: value } });
  applyUserSettings(knownState()!, { property: name, value });
  raise();
}
