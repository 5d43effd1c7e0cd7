import { Type } from 'typebox';
import { Id } from '../../http/params.ts';

/** A channel's ID, or the IDs of people (spec: chat 4.1). */
export const ScheduledRecipients = Type.Union([Id, Type.Array(Id, { maxItems: 200 })]);
