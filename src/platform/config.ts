import { backupSettings, checkBackup } from './config/backup.ts';
import { cellSettings, checkCells } from './config/cells.ts';
import { databaseSettings } from './config/database.ts';
import { checkGeo, geoSettings } from './config/geo.ts';
import { httpSettings } from './config/http.ts';
import { lifetimeSettings } from './config/lifetimes.ts';
import { checkMail, mailSettings } from './config/mail.ts';
import { measuringSettings } from './config/measuring.ts';
import { observabilitySettings } from './config/observability.ts';
import { outgoingSettings } from './config/outgoing.ts';
import { apnsAccount, pushSettings, vapidAccount } from './config/push.ts';
import { checkServer, serverSettings } from './config/server.ts';
import { readSettings, type ValuesOf } from './config/setting.ts';
import { checkSignIn, signInSettings } from './config/sign-in.ts';
import { checkSms, smsSettings } from './config/sms.ts';
import { checkStorage, storageSettings } from './config/storage.ts';
import { checkNames } from './config/unknown-names.ts';

/** Every setting. To add one, add it to the table of its group: `Config` and the documents follow. */
export const settings = {
  ...serverSettings,
  ...databaseSettings,
  ...cellSettings,
  ...httpSettings,
  ...signInSettings,
  ...observabilitySettings,
  ...outgoingSettings,
  ...geoSettings,
  ...storageSettings,
  ...lifetimeSettings,
  ...mailSettings,
  ...smsSettings,
  ...pushSettings,
  ...backupSettings,
  ...measuringSettings,
};

/** Settings of the program. Each is read once, here, from what `main.ts` passes in. */
export interface Config extends ReturnType<typeof configOf> {}

/**
 * Reads the settings from environment variables.
 * @param warn gets names that only look like settings, a sentence each
 * @throws {ConfigError} one sentence for the first bad value, or name that a setting was surely meant by
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  warn: (sentence: string) => void = () => {},
): Config {
  const variables = Object.values(settings).map(({ variable }) => variable);
  checkNames(Object.keys(environment), variables, warn);
  return configOf(readSettings(settings, environment));
}

/** Checks what settings say together, and puts together what several of them say. */
function configOf(values: ValuesOf<typeof settings>) {
  checkServer(values);
  checkCells(values);
  checkGeo(values);
  checkStorage(values);
  checkSignIn(values);
  checkBackup(values);
  checkSms(values);
  checkMail(values);
  const { apnsKey, apnsKeyId, apnsTeamId, apnsUrl, webPushKey, webPushSubject, openIdProvidersOfFile, ...single } =
    values;
  return {
    ...single,
    apns: apnsAccount(values),
    webPush: vapidAccount(values),
    openIdProviders: values.openIdProviders ?? openIdProvidersOfFile ?? [],
    otlpHeaders: values.otlpHeaders ?? {},
    sitePreviews: values.sitePreviews && values.pictureProxy,
    backupRecipients: values.backupRecipients ?? [],
  };
}
