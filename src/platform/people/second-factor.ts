import { createHash } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import type { PlainTx } from '../db/tx.ts';
import { randomText } from '../ids.ts';
import type { Services } from '../services.ts';
import type { Person } from './person.ts';
import {
  deleteSecondFactor,
  lockSecondFactor,
  removeRecoveryHash,
  saveConfirmed,
  saveSecret,
  saveStep,
} from './second-factor-queries.ts';

type Key = Pick<Person, 'organizationId' | 'id'> & Partial<Pick<Person, 'email'>>;

const RECOVERY_CODES = 10;
/** Characters of a recovery code, of 5.1 bits: a plain digest is enough for the 142 of them. */
const RECOVERY_LENGTH = 28;
/** A code of the step before or after the present one counts: clocks differ (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = 30;

/** Data for an authenticator app. */
export interface SecondFactorSecret {
  /** Base32, to be typed. */
  secret: string;
  /** The same as an address, for a QR code. */
  uri: string;
}

/** Account name in authenticator apps: the organization and the address. */
export interface SecondFactorNames {
  issuer: string;
  label: string;
}

/** A secret of a second factor, a new one unless it is given. Nothing of it is kept. */
export function secondFactorSecret(names: SecondFactorNames, secret: string = generateSecret()): SecondFactorSecret {
  return { secret, uri: generateURI({ ...names, secret }) };
}

/**
 * Makes the secret of a second factor by time-based codes (RFC 6238). It counts once a code of it was shown; until then
 * another call makes another one.
 * @returns undefined while one is on
 */
export async function doBeginSecondFactor(
  tx: PlainTx,
  { secrets }: Pick<Services, 'secrets'>,
  person: Key,
  names: SecondFactorNames,
): Promise<SecondFactorSecret | undefined> {
  const row = await lockSecondFactor(tx, person);
  if (!row || row.secondFactorAt !== null) return undefined;
  const made = secondFactorSecret(names);
  await saveSecret(tx, person, secrets.seal(made.secret));
  return made;
}

/**
 * Turns the second factor on.
 * @param shown the secret that the code is of; unless given, the one that was begun with
 * @returns codes that open once each when the app is lost; undefined when the code is not of the secret
 */
export async function doConfirmSecondFactor(
  tx: PlainTx,
  services: Pick<Services, 'secrets'>,
  person: Key,
  code: string,
  shown?: string,
): Promise<string[] | undefined> {
  const row = await lockSecondFactor(tx, person);
  if (!row || row.secondFactorAt !== null) return undefined;
  const secret = shown ?? (row.totpSecret && services.secrets.open(row.totpSecret));
  return secret ? doTurnOn(tx, services, person, { secret, code }) : undefined;
}

/**
 * Puts another app in the place of the one that is on: of a new phone. The recovery codes before open nothing any more.
 * @param shown the secret that the code is of
 * @returns as of {@link doConfirmSecondFactor}; undefined also while none is on
 */
export async function doReplaceSecondFactor(
  tx: PlainTx,
  services: Pick<Services, 'secrets'>,
  person: Key,
  code: string,
  shown: string,
): Promise<string[] | undefined> {
  const row = await lockSecondFactor(tx, person);
  return row?.secondFactorAt ? doTurnOn(tx, services, person, { secret: shown, code }) : undefined;
}

async function doTurnOn(
  tx: PlainTx,
  { secrets }: Pick<Services, 'secrets'>,
  person: Key,
  { secret, code }: { secret: string; code: string },
): Promise<string[] | undefined> {
  const step = await stepOf(secret, code, 0, tx.now);
  if (step === undefined) return undefined;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await saveConfirmed(tx, person, { totpSecret: secrets.seal(secret), step, recoveryHashes: codes.map(recoveryHash) });
  auditChange(tx, person, 'person.second_factor_on');
  return codes;
}

/** Turns the second factor off. */
export async function doEndSecondFactor(tx: PlainTx, person: Key): Promise<void> {
  const row = await lockSecondFactor(tx, person);
  await deleteSecondFactor(tx, person);
  if (row?.secondFactorAt) auditChange(tx, person, 'person.second_factor_off');
}

function auditChange(
  tx: PlainTx,
  { organizationId, id, email = null }: Key,
  action: 'person.second_factor_on' | 'person.second_factor_off',
): void {
  tx.audit({ organizationId, action, object: { kind: 'sign-in', id, name: email } });
}

/** Uses up a code of the app, or a recovery code. @returns false when it is none, or was used before */
export async function doUseSecondFactor(
  tx: PlainTx,
  services: Pick<Services, 'secrets'>,
  person: Key,
  code: string,
): Promise<boolean> {
  const row = await lockSecondFactor(tx, person);
  if (!row?.totpSecret || row.secondFactorAt === null) return false;
  const given = recoveryHash(code);
  const recovery = row.recoveryHashes.find((hash) => hash.equals(given));
  if (recovery) {
    await removeRecoveryHash(tx, person, recovery);
    return true;
  }
  const step = await stepOf(services.secrets.open(row.totpSecret), code, row.totpStep, tx.now);
  if (step === undefined) return false;
  await saveStep(tx, person, step);
  return true;
}

/** The time step that a code is of; undefined when it is of none near now, or of one that is used up. */
async function stepOf(secret: string, code: string, used: number, now: Date): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result && result.timeStep > used ? result.timeStep : undefined;
}

/** `abcd-efgh-…`, seven groups. */
function newRecoveryCode(): string {
  return randomText(RECOVERY_LENGTH * 2)
    .toLowerCase()
    .slice(0, RECOVERY_LENGTH)
    .match(/.{4}/g)!
    .join('-');
}

/** In whatever case and with whatever between: it is copied from paper. */
function recoveryHash(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();
}
