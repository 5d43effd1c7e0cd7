import { Type } from 'typebox';
import { Id } from '../../http/params.ts';

/** A channel's ID, or the IDs of people (spec: chat 4.1). */
export const ScheduledRecipients = Type.Union([Id, Type.Array(Id, { maxItems: 200 })]);

/** UNIX seconds, up to the year 9999. */
export const DeliveryTimestamp = Type.Integer({ minimum: 0, maximum: 253_402_300_799 });
