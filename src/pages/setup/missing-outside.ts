import { countOrganizations } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { commandWords } from '../../platform/texts/health-words.ts';
import { examineServer } from '../health/examine-server.ts';

/** Requirements for use from outside that a server lacks. */
export type Missing = 'publicUrl' | 'https' | 'mail' | 'sms';

/** The verdict of `doctor`, and what is missing; undefined on a server of several organizations. */
export async function missingOutside(services: Services): Promise<{ isWell: boolean; missing: Missing[] } | undefined> {
  const { config, database } = services;
  if ((await countOrganizations(database.reader)) !== 1) return undefined;
  const lacks: Record<Missing, boolean> = {
    publicUrl: config.publicUrl === undefined,
    https: config.publicUrl !== undefined && !config.publicUrl.startsWith('https:'),
    mail: config.smtpUrl === undefined,
    sms: config.smsProvider === 'stored',
  };
  const findings = await examineServer(services, commandWords());
  return {
    isWell: findings.every(({ state }) => state !== 'fail'),
    missing: (Object.keys(lacks) as Missing[]).filter((each) => lacks[each]),
  };
}
