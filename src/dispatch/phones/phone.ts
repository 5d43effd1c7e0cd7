import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { DispatchError, invalidValue } from '../http/errors.ts';

/** Longest text that is looked at. */
const MAX_CHARACTERS = 64;
/** Maximum length of a number in E.164 form, with its plus. The library allows longer ones in some countries. */
const MAX_E164 = 16;

/**
 * A recipient's phone number in E.164 form (spec: dispatch 4). With a leading plus any country's number is taken,
 * without one it is read as the organization's country writes it.
 * @param country ISO 3166-1 alpha-2 of the organization
 * @throws {DispatchError} 1000 when it is no valid number
 */
export function readPhone(text: string, country: string): string {
  const trimmed = text.trim();
  const number = parse(trimmed, country);
  if (!number?.isValid()) throw invalidPhone(text);
  if (!trimmed.startsWith('+') && number.countryCallingCode !== callingCode(country)) throw invalidPhone(text);
  return number.number;
}

/**
 * A worker's phone number in E.164 form: valid for the organization's country in either form (spec: dispatch 4).
 * Countries that share a calling code dial each other as their own, so they count as one.
 * @throws {DispatchError} 1000 when it is no valid number of that country
 */
export function readWorkerPhone(text: string, country: string): string {
  const number = parse(text.trim(), country);
  if (!number?.isValid() || number.countryCallingCode !== callingCode(country)) throw invalidPhone(text);
  return number.number;
}

/**
 * A number as given, for `skipPhoneNumberValidation`: only the leading plus is asked for, and punctuation goes.
 * @throws {DispatchError} 1000 without a leading plus or a digit
 */
export function readUncheckedPhone(text: string): string {
  const bare = text.replaceAll(/[\s().\-/]/g, '');
  if (!/^\+.*\d/.test(bare) || bare.length > MAX_CHARACTERS)
    throw invalidValue('The phone number must start with + if its validation is skipped.');
  return bare;
}

function parse(text: string, country: string) {
  if (text.length > MAX_CHARACTERS) return undefined;
  const defaultCountry = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  // E.164 has no extensions, and an SMS does not reach one.
  return number?.ext || (number?.number.length ?? 0) > MAX_E164 ? undefined : number;
}

function callingCode(country: string): string | undefined {
  return isSupportedCountry(country) ? getCountryCallingCode(country as CountryCode) : undefined;
}

function invalidPhone(text: string) {
  return invalidValue(`The phone number '${text.slice(0, MAX_CHARACTERS)}' is not valid.`);
}

/** Returns the possible readings of a number in a country; empty if it is not valid there. */
export function phoneReadings(text: string, country: string): string[] {
  try {
    return [readPhone(text, country)];
  } catch (error) {
    if (error instanceof DispatchError) return [];
    throw error;
  }
}
