import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetTrackingAppearanceAnswer } from '../../store/wire/dispatch.ts';
import { session } from '../data/me.ts';
import { fieldText } from '../shared/form-dialog.tsx';
import { Frame, FramePart } from '../shared/frame.tsx';
import { InlineForm } from '../shared/inline-form.tsx';
import { words } from '../texts/index.ts';
import { Preview } from './preview.tsx';
import { trackingWords } from './texts/index.ts';

const PATH = '/api/v2/tracking/settings';
/** Colour of a page without one of its own. */
const USUAL = '#0a666c';

/** Screen with the appearance of the tracking page, and a preview. */
export function TrackingScreen() {
  const { answer, failure, retry, refresh } = useRequest<GetTrackingAppearanceAnswer>(PATH);
  return (
    <Frame title={words.screens.tracking} lead={trackingWords.lead}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={6} />}
      {answer && <AppearanceForm known={answer} onDone={refresh} />}
    </Frame>
  );
}

function AppearanceForm({ known, onDone }: { known: GetTrackingAppearanceAnswer; onDone(): void }) {
  const [appearance, setAppearance] = useState(known);
  const mayWrite = session.value.apps.dispatch?.isReadOnly === false;
  const fields = (
    <div
      class="admin-form"
      onInput={({ currentTarget }) => setAppearance(appearanceOf(new FormData(currentTarget.closest('form')!)))}
    >
      <Tick name="hasColour" label={trackingWords.ownColour} defaultChecked={known.colour !== null} />
      {appearance.colour !== null && (
        <Field label={trackingWords.colour}>
          <input name="colour" type="color" defaultValue={appearance.colour} />
        </Field>
      )}
      <Field label={trackingWords.phone} hint={trackingWords.phoneHint}>
        <input name="phone" type="tel" maxLength={40} dir="ltr" autocomplete="off" defaultValue={known.phone ?? ''} />
      </Field>
      <Tick name="photos" label={trackingWords.photos} defaultChecked={known.showPhotos} />
      <Tick name="picture" label={trackingWords.picture} defaultChecked={known.showPicture} />
    </div>
  );
  return (
    <div class="tracking-columns">
      {mayWrite && (
        <FramePart title={trackingWords.appearance}>
          <InlineForm
            label={trackingWords.appearance}
            send={async (form) => {
              await request(PATH, { method: 'PUT', body: appearanceOf(form) });
              onDone();
            }}
          >
            {fields}
          </InlineForm>
        </FramePart>
      )}
      <FramePart title={trackingWords.preview}>
        <Preview appearance={appearance} />
      </FramePart>
    </div>
  );
}

function appearanceOf(form: FormData): GetTrackingAppearanceAnswer {
  return {
    colour: form.has('hasColour') ? String(form.get('colour') ?? USUAL) : null,
    phone: fieldText(form, 'phone') || null,
    showPhotos: form.has('photos'),
    showPicture: form.has('picture'),
  };
}
