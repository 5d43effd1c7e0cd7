import { uncachedFacts } from '../../platform/events/facts.ts';
import { administrators } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { realmOf } from '../realms/access.ts';
import { userSettingParams } from '../settings/user-settings.ts';
import { doUpdateSettingDefaults } from './actions.ts';

const { allow_private_data_export: _ownConsent, do_not_disturb_until: _ownRest, ...params } = userSettingParams;

/** spec: chat 4.2 */
export const updateSettingDefaults = chatOperation({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  summary: 'Change the personal settings that new users start with',
  access: administrators,
  params,
  answer: {},
  async write({ tx }, given) {
    await tx.position();
    const realm = await realmOf(uncachedFacts(tx));
    await doUpdateSettingDefaults(tx, realm, given);
    return {};
  },
});
