import { Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import { text } from '../http/params.ts';
import type { TokenKind } from './push-device.ts';

const MAX_TOKEN_LENGTH = 4096;

export const token = text(
  Type.String({ description: "Token that Apple's or Google's service gave the app, at most 4096 characters." }),
);

/**
 * Checks a token's form: Apple's are hexadecimal digits of whole bytes.
 * @throws {ChatError} `BAD_REQUEST` (spec: chat 4.13)
 */
export function checkToken(kind: TokenKind, given: string): string {
  if (given === '' || given.length > MAX_TOKEN_LENGTH) throw badRequest('Empty or invalid length token');
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(given)) throw badRequest('Invalid APNS token');
  return given;
}

/** @throws {ChatError} `BAD_REQUEST` */
export function checkAppId(given: string): string {
  if (!/^[.a-zA-Z0-9-]{1,255}$/.test(given)) throw badRequest('Invalid app ID');
  return given;
}
