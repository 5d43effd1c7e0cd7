import { useMemo } from 'preact/hooks';
import { PopoverCard } from '../../../shared/ui/card.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import '../../../shared/ui/list.css';
import { playgroundAddress, playgroundsFor } from '../../../shared/playgrounds.ts';
import type { Playground } from '../../../store/wire/chat.ts';
import { chat } from '../../data/chat.ts';
import { closeOpened, type PartProps } from '../opened.ts';
import { rowWords } from '../texts/index.ts';

/** Choice of playgrounds for a code block. `address`: number of its button among those of the message. */
export function PlaygroundCard({ messageId, address }: PartProps) {
  const button = useMemo(
    () =>
      document.querySelectorAll<HTMLElement>(`[data-message="${messageId}"] [data-command=choose-playground]`)[
        Number(address)
      ],
    [],
  );
  const block = button?.closest<HTMLElement>('.codehilite');
  if (!button || !block) return null;
  const code = block.querySelector('code')!.textContent ?? '';
  const all = (chat.value.state.fields.realm_playgrounds ?? []) as Playground[];
  return (
    <PopoverCard anchor={button} label={rowWords.code.run} onClose={closeOpened}>
      <ul class="list">
        {playgroundsFor(all, block.dataset.codeLanguage).map((playground) => (
          <li key={playground.id} class="row">
            <a
              class="row-main"
              href={playgroundAddress(playground, code)}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => setTimeout(closeOpened)}
            >
              <Icon name="play" />
              <span class="grow" dir="auto">
                {playground.name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </PopoverCard>
  );
}
