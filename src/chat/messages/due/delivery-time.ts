import { Type } from 'typebox';
import { badRequest } from '../../http/errors.ts';

/** UNIX seconds, up to the year 9999. */
export const DeliveryTimestamp = Type.Integer({ minimum: 0, maximum: 253_402_300_799 });

/** A time that is yet to come. @param timestamp UNIX seconds @throws {ChatError} `BAD_REQUEST` */
export function readDeliveryTime(timestamp: number, now: Date): Date {
  const time = new Date(timestamp * 1000);
  if (time <= now) throw badRequest('Scheduled delivery time must be in the future.');
  return time;
}
