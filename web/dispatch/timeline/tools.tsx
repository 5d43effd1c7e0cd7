import { useKeys } from '../../shared/keys.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { FilterTools } from '../shared/filter-tools.tsx';
import { words } from '../texts/index.ts';
import type { Axis } from './axis.ts';
import type { TimelineRow } from './rows.ts';
import { timelineWords } from './texts/index.ts';

interface ToolsProps {
  rows: readonly TimelineRow[];
  axis: Axis;
  onNow(): void;
  onZoom(scale: number): void;
}

/** Tools of the timeline: filters, visible hours, and numbers. */
export function TimelineTools({ rows, axis: { scale, scales }, onNow, onZoom }: ToolsProps) {
  const zoom = (by: 1 | -1) => scale + by >= 0 && scale + by < scales && onZoom(scale + by);
  useKeys({ zoomIn: () => zoom(1), zoomOut: () => zoom(-1) });
  const late = rows.reduce((sum, { day }) => sum + day.late, 0);
  return (
    <FilterTools title={words.screens.timeline} numbers={timelineWords.numbers({ workers: rows.length, late })}>
      <div class="timeline-zoom">
        <Button icon="clock" onClick={onNow}>
          {timelineWords.goNow}
        </Button>
        <IconButton
          kind="plain"
          icon="minus"
          label={timelineWords.moreHours}
          disabled={scale === 0}
          onClick={() => zoom(-1)}
        />
        <IconButton
          kind="plain"
          icon="plus"
          label={timelineWords.fewerHours}
          disabled={scale === scales - 1}
          onClick={() => zoom(1)}
        />
      </div>
    </FilterTools>
  );
}
