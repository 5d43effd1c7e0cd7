import { render } from 'preact';
import { leadToChat } from '../shared/old-address.ts';
import { AdminApp } from './app.tsx';

leadToChat();
render(<AdminApp />, document.body);
