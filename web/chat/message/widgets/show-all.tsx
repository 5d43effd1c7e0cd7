import { Button } from '../../../shared/ui/button.tsx';
import { widgetWords as words } from './texts/index.ts';

/** Options or tasks that are drawn before somebody asks for more. */
export const MAX_SHOWN = 50;

/** Shows what a long poll or list leaves out. */
export function ShowAll({ count, onPress }: { count: number; onPress(): void }) {
  if (count <= MAX_SHOWN) return null;
  return (
    <Button kind="quiet" size="small" onClick={onPress}>
      {words.showAll({ count })}
    </Button>
  );
}
