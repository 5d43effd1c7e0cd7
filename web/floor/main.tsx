import { render } from 'preact';
import { FloorPage } from './floor-page.tsx';

render(<FloorPage />, document.body);
