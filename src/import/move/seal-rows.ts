import { doSaveSealed, openedText } from '../../platform/credentials/reseal.ts';
import { SEALED_TABLES } from '../../platform/credentials/sealed-columns.ts';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { Table } from '../../platform/db/tables.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { type Key, loadSealedValues } from './row-queries.ts';

/** Seals what rows have brought with the key of this cell. What the other one could not open stays as it is. */
export async function sealAnew(
  tx: PlainTx,
  table: Table,
  keys: readonly Key[],
  secrets: { source: SecretBox; target: SecretBox },
): Promise<void> {
  const sealed = SEALED_TABLES.find(({ name }) => name === table.name);
  if (!sealed) return;
  const places = Object.keys(sealed.key).map((column) => table.key.indexOf(column));
  for (const { key, values } of await loadSealedValues(tx, table, sealed.columns, keys)) {
    const anew = values.map((value) => (value === null ? null : resealed(value, secrets)));
    await doSaveSealed(tx, sealed, { key: places.map((place) => key[place]!), values: anew });
  }
}

function resealed(value: Buffer, { source, target }: { source: SecretBox; target: SecretBox }): Buffer {
  const text = openedText(source, value);
  return text === undefined ? value : target.seal(text);
}
