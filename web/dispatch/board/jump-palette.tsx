import { Palette } from '../../shared/ui/palette.tsx';
import { findByName } from '../../store/dispatch/select/names.ts';
import { sortedByName } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { words } from '../texts/index.ts';

const MAX_OPTIONS = 12;

interface JumpProps {
  onChoose(workerId: string): void;
  onClose(): void;
}

/** Chooses a worker by a few letters, to go to the worker's list. */
export function JumpPalette({ onChoose, onClose }: JumpProps) {
  const workers = sortedByName(floor.value.state.workers);
  return (
    <Palette
      title={words.board.jump}
      placeholder={words.board.jumpPlaceholder}
      find={(query) => findByName(workers, query, MAX_OPTIONS).map(({ id, name }) => ({ id, label: name }))}
      onChoose={({ id }) => onChoose(id)}
      onClose={onClose}
    />
  );
}
