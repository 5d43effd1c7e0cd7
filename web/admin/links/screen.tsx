import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { LinkifiersPart } from './linkifiers-part.tsx';
import { PlaygroundsPart } from './playgrounds-part.tsx';
import { linkWords } from './texts/index.ts';

/** Screen with what becomes a link in messages, and where code can be tried. */
export function LinksScreen() {
  return (
    <Frame title={words.screens.links} lead={linkWords.lead}>
      <LinkifiersPart />
      <PlaygroundsPart />
    </Frame>
  );
}
