import { render } from 'preact';
import { GalleryPage } from './gallery-page.tsx';

render(<GalleryPage />, document.body);
