import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { isSmsNumberTaken, loadOrganizationsHere } from '../../platform/export/access.ts';
import { AddressTaken, type Places, takeAddress, takeDomain } from '../../platform/organizations/address-actions.ts';
import { ArchiveError } from '../archive/archive.ts';
import { isObject, type JsonObject } from '../json.ts';
import { DUE } from './choices.ts';

const parse = (line: string): JsonObject => {
  const row: unknown = JSON.parse(line);
  return isObject(row) ? row : {};
};

/**
 * Returns the row of the organization as it may be here: shut, and without an address or domain that another one has.
 * @param address undefined: the exported one if nobody has it, or one after the name
 */
export async function organizationRow(
  tx: PlainTx,
  places: Places,
  line: string,
  address: string | undefined,
): Promise<string> {
  const row = parse(line);
  const [id, name] = [String(row.id), String(row.address)];
  // First: until the commit, nobody else gets an address or a domain.
  const taken = await takeAddress(tx, places, { id, name, wanted: address }).catch((error: unknown) => {
    throw error instanceof AddressTaken ? new ArchiveError(`Another organization has the address ${address}.`) : error;
  });
  const isFree = typeof row.domain === 'string' && (await takeDomain(tx, places, id, row.domain));
  return JSON.stringify({
    ...row,
    domain: isFree ? row.domain : null,
    address: taken,
    importing_since: tx.now.toISOString(),
    closing_at: null,
  });
}

/**
 * Returns the rows of a table as they are written here; those that stay behind are left out. Rows that need no change keep
 * their JSON as it is: numbers of PostgreSQL are more exact than those of JavaScript.
 */
export async function rowsAsWritten(
  tx: Tx,
  table: string,
  lines: readonly string[],
  { isCopy, head }: { isCopy: boolean; head: number },
): Promise<readonly string[]> {
  if (table === 'chat.realms' && isCopy) {
    return lines.map((line) => {
      const { number: _, ...row } = parse(line);
      return JSON.stringify(row);
    });
  }
  if (table === 'platform.log_cursors') return lines.map((line) => JSON.stringify({ ...parse(line), event_id: head }));
  if (table === 'platform.people') return lines.map(personRow);
  if (table === 'platform.sms_settings') return await Promise.all(lines.map((line) => smsRow(tx, line)));
  if (table === 'dispatch.tasks') return await taskRows(tx, lines, isCopy);
  if (table === 'platform.files') return lines.map(fileRow);
  if (DUE.has(table)) {
    return lines.filter((line) => {
      const { deliver_at: due, failure } = parse(line);
      return typeof failure === 'string' || new Date(String(due)) > tx.now;
    });
  }
  return lines;
}

const personRow = (line: string) => JSON.stringify({ ...parse(line), second_factor_at: null, totp_step: 0 });

async function smsRow(tx: Tx, line: string): Promise<string> {
  const row = parse(line);
  if (typeof row.number !== 'string' || !(await isSmsNumberTaken(tx, row.number))) return line;
  return JSON.stringify({ ...row, number: null });
}

/** Merchants that are not here are named by nobody; nor are they by a copy, or they would have each of their tasks twice. */
async function taskRows(tx: Tx, lines: readonly string[], isCopy: boolean): Promise<string[]> {
  const merchants = lines.map((line) => parse(line).ordered_by);
  const others = isCopy ? [] : merchants.filter((id) => typeof id === 'string');
  const here = await loadOrganizationsHere(tx, [...new Set([tx.organizationId, ...others])]);
  return lines.map((line, n) => {
    const id = merchants[n];
    // The last of two members with one name counts.
    return typeof id !== 'string' || here.has(id) ? line : `${line.trimEnd().slice(0, -1)}, "ordered_by": null}`;
  });
}

/** The names of files in the archive are no columns. */
function fileRow(line: string): string {
  const { file: _, exif: __, still: ___, ...row } = parse(line);
  return JSON.stringify(row);
}
