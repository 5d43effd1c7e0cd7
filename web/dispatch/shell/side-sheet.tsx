import { Lazy } from '../../shared/ui/lazy.tsx';
import { useAddress } from '../data/address.ts';
import { isWhole } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { sheetAt } from '../sheets.ts';

/** The sheet that is open beside the screen: a task, a part of the fleet, or a form. */
export function SideSheet() {
  const [address] = useAddress();
  if (!isWhole.value) return null;
  const sheet = sheetAt(address, mayWrite.value);
  return sheet ? <Lazy key={sheet.key} load={sheet.load} /> : null;
}
