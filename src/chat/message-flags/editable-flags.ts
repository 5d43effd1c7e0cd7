import { Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import { text } from '../http/params.ts';
import { flagBits } from '../reading/flags.ts';

/** Flags that a person sets and clears; the others follow from the message. */
export type EditableFlag = 'read' | 'starred' | 'collapsed';

export interface FlagChange {
  op: 'add' | 'remove';
  flag: EditableFlag;
}

/** Whether clients know of a message by its change, as unread or as starred: told after its deletion they would have it for ever. */
export const namesMessages = ({ op, flag }: FlagChange): boolean => op === (flag === 'read' ? 'remove' : 'add');

/** The parameters of a change; what they may say is checked by `readFlagChange`, which has the API's own words. */
export const flagParams = {
  op: text(Type.String({ description: '`add` sets the flag, `remove` clears it.' })),
  flag: text(Type.String({ description: '`read`, `starred` or `collapsed`. Other flags follow from the message.' })),
};

/** @throws {ChatError} `BAD_REQUEST` */
export function readFlagChange({ op, flag }: { op: string; flag: string }): FlagChange {
  if (op !== 'add' && op !== 'remove') throw badRequest(`Invalid message flag operation: '${shown(op)}'`);
  if (flag === 'read' || flag === 'starred' || flag === 'collapsed') return { op, flag };
  if (flag === 'wildcard_mentioned' || Object.hasOwn(flagBits, flag)) throw badRequest(`Flag not editable: '${flag}'`);
  throw badRequest(`Invalid flag: '${shown(flag)}'`);
}

function shown(given: string): string {
  return given.slice(0, 100);
}
