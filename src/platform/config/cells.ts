import { databaseAddress } from './database.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** Several installations as one: which of them this is, and where it says which host belongs to which (`docs/scaling.md`). */
export const cellSettings = {
  cellDirectoryUrl: {
    variable: 'CELL_DIRECTORY_URL',
    about:
      'URL of the PostgreSQL database that says which cell serves which host ([cells](../scaling.md#cells)); unset: there are no cells. Requires `ORGANIZATION_ADDRESSES=on` and `PUBLIC_URL`, which all cells share.',
    isSecret: true,
    read: databaseAddress,
  },
  cellName: {
    variable: 'CELL_NAME',
    about: 'Name of the cell that this installation is, as given to `hubbub cell add`. Requires `CELL_DIRECTORY_URL`.',
    read: cellName,
  },
} satisfies Settings;

/** The name is a label of the cell's own host. */
export function cellName(text: string): string {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text) || /^..--/.test(text))
    throw new Error('must have 1 to 63 lower-case letters, digits and hyphens, without a hyphen at either end');
  return text;
}

/** @throws {ConfigError} where a request could not be sent to its cell by its host */
export function checkCells({
  cellDirectoryUrl,
  cellName,
  organizationAddresses,
  publicUrl,
}: Pick<ValuesOf<typeof cellSettings>, 'cellDirectoryUrl' | 'cellName'> & {
  organizationAddresses: boolean;
  publicUrl: string | undefined;
}): void {
  if (cellDirectoryUrl === undefined) {
    if (cellName !== undefined) throw new ConfigError('CELL_NAME requires CELL_DIRECTORY_URL.');
    return;
  }
  if (!organizationAddresses)
    throw new ConfigError(
      'CELL_DIRECTORY_URL requires ORGANIZATION_ADDRESSES=on, because a request finds its cell by the host of its organization.',
    );
  if (publicUrl === undefined)
    throw new ConfigError('CELL_DIRECTORY_URL requires PUBLIC_URL, the address that all cells share.');
}
