import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { words } from '../texts/index.ts';

/** So far below what is seen, the rest is asked for already. */
const AHEAD = '600px';

interface MoreButtonProps {
  busy: boolean;
  /** Number of rows: after each answer, the visibility of the end is checked again. */
  shown: number;
  onMore(): void;
}

/** Stands at the end of a list that comes page by page: the next page comes when it is scrolled to, or pressed. */
export function MoreButton({ busy, shown, onMore }: MoreButtonProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more.current();
      },
      { root: end.current!.closest('main'), rootMargin: AHEAD },
    );
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [shown, busy]);
  return (
    <div ref={end}>
      <Button busy={busy} onClick={onMore}>
        {words.loadMore}
      </Button>
    </div>
  );
}
