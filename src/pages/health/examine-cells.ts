import { CellDirectoryAway } from '../../platform/cells/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { Finding } from './finding.ts';

/** Hosts that are named. */
const MAX_NAMED = 5;

/** Examines this cell in the directory of cells; nothing where there are no cells. */
export async function examineCells({ cells }: Services): Promise<Finding[]> {
  if (!cells) return [];
  const check = 'cells';
  try {
    const { own, elsewhere } = await cells.check();
    if (elsewhere.length > 0)
      return [
        {
          check,
          state: 'fail',
          detail: `hosts of organizations here that are not of the cell ${cells.name} in the directory: ${elsewhere.slice(0, MAX_NAMED).join(', ')}${elsewhere.length > MAX_NAMED ? ` and ${elsewhere.length - MAX_NAMED} more` : ''}`,
        },
      ];
    return [{ check, state: 'ok', detail: `${cells.name}: ${own} hosts of organizations, all in the directory` }];
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof CellDirectoryAway) return [{ check, state: 'warn', detail: `${message} ${SERVES_ON}` }];
    return [{ check, state: 'fail', detail: message }];
  }
}

const SERVES_ON =
  'This cell serves on with the hosts that it knew last; no organization can be created or get another address.';
