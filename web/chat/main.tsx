import { render } from 'preact';
import { ChatApp } from './app.tsx';

render(<ChatApp />, document.body);
