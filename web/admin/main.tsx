import { render } from 'preact';
import { AdminApp } from './app.tsx';

render(<AdminApp />, document.body);
