import { useState } from 'preact/hooks';
import { Page } from '../shared/page.tsx';
import { signOut } from '../shared/session/session.ts';
import { texts } from '../shared/texts/index.ts';
import { Button } from '../shared/ui/button.tsx';
import './gallery-page.css';
import { Colours, Sizes } from './samples/appearance.tsx';
import { ListSamples, PeopleSamples, States, Times, Views } from './samples/content.tsx';
import { Buttons, FieldSamples, Finding } from './samples/controls.tsx';
import { HolderSample } from './samples/holders.tsx';
import { Layers } from './samples/layers.tsx';
import { Choosing, Talk } from './samples/talk.tsx';
import { galleryWords } from './words.ts';

/** Every widget in every state, for whoever builds and checks pages. */
export function GalleryPage() {
  const [now] = useState(() => new Date());
  return (
    <Page title={galleryWords.title}>
      <main class="gallery">
        <header>
          <h1>{galleryWords.title}</h1>
          <p class="quiet-words">{galleryWords.lead}</p>
          <Button kind="quiet" onClick={() => void signOut()}>
            {texts.session.signOut}
          </Button>
        </header>
        <div class="column">
          <Sizes />
          <Buttons />
          <FieldSamples />
          <Choosing />
          <HolderSample />
        </div>
        <div class="column">
          <Layers />
          <ListSamples />
          <Finding />
          <Views />
          <Times now={now} />
          <PeopleSamples />
          <Talk />
          <Colours />
        </div>
        <States now={now} />
      </main>
    </Page>
  );
}
