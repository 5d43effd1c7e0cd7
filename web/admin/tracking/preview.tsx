import { useEffect, useRef } from 'preact/hooks';
import { inkOn } from '../../../rules/ink-on.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { BrandMark } from '../../shared/ui/brand-mark.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { GetTrackingAppearanceAnswer } from '../../store/wire/dispatch.ts';
import { session } from '../data/me.ts';
import './preview.css';
import { trackingWords } from './texts/index.ts';

/** A drawing of the tracking page with a made-up delivery. The page itself chooses between dark and light ink as this does. */
export function Preview({
  appearance: { colour, phone, showPhotos, showPicture },
}: {
  appearance: GetTrackingAppearanceAnswer;
}) {
  const card = useRef<HTMLDivElement>(null);
  // By script: the policy of the pages takes no style that stands in the HTML.
  useEffect(() => {
    const { style } = card.current!;
    if (colour === null) {
      style.removeProperty('--brand');
      style.removeProperty('--on-brand');
    } else {
      style.setProperty('--brand', colour);
      style.setProperty('--on-brand', inkOn(colour));
    }
  }, [colour]);
  const { sample } = trackingWords;
  return (
    <div ref={card} class="tracking-preview">
      <p class="tracking-preview-head" dir="auto">
        <BrandMark name={session.value.organization.name} />
        {session.value.organization.name}
      </p>
      <div>
        <p class="tracking-preview-answer">{sample.arriving}</p>
        <p class="quiet-words">{sample.stops}</p>
        <p class="tracking-preview-driver">
          {showPicture && (
            <span aria-hidden="true">
              <Avatar id="sample" name={sample.driver} />
            </span>
          )}
          {sample.driver}
        </p>
        {phone && (
          <p class="tracking-preview-call">
            <Icon name="phone" />
            {sample.call} <bdi>{phone}</bdi>
          </p>
        )}
        {showPhotos && (
          <p class="tracking-preview-photo">
            <Icon name="image" />
            {sample.photo}
          </p>
        )}
      </div>
    </div>
  );
}
