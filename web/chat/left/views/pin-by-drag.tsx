import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../shared/ui/icon.tsx';
import { chat } from '../../data/chat.ts';
import { setChannelSetting } from '../../data/own-settings.ts';
import { channelOfRow } from '../channel-of-row.ts';
import './pin-by-drag.css';
import { viewWords as words } from './texts/index.ts';

const ENDS = ['dragend', 'pointermove'] as const;

/** Target for a dragged channel of the left side, there while one is dragged: pins the channel, or unpins a pinned one. */
export function PinByDrag() {
  const [channelId, setDragged] = useState<number>();
  const [isOver, setOver] = useState(false);
  const end = () => {
    setDragged(undefined);
    setOver(false);
  };
  useEffect(() => {
    const start = ({ target }: DragEvent) => {
      const dragged = channelOfRow(target);
      // A page that changes while a drag begins ends it.
      if (dragged !== undefined) setTimeout(() => setDragged(dragged));
    };
    document.addEventListener('dragstart', start);
    // Browsers don't report the end of a drag whose row left the page meanwhile. The pointer moves again only after the end.
    for (const name of ENDS) document.addEventListener(name, end);
    return () => {
      document.removeEventListener('dragstart', start);
      for (const name of ENDS) document.removeEventListener(name, end);
    };
  }, []);
  const settings = channelId === undefined ? undefined : chat.value.state.subscriptions.get(channelId);
  if (channelId === undefined || !settings) return null;
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // The menu of the channel's head does the same by key.
    <div
      role="status"
      ref={(box) => box?.style.setProperty('top', `${document.querySelector('.left')!.getBoundingClientRect().top}px`)}
      class={isOver ? 'pin-drop over' : 'pin-drop'}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        end();
        void setChannelSetting(channelId, 'pin_to_top', !settings.pin_to_top);
      }}
    >
      <Icon name="pin" />
      <span>{settings.pin_to_top ? words.dropToUnpin : words.dropToPin}</span>
    </div>
  );
}
