import { render } from 'preact';
import { leadToChat } from '../shared/old-address.ts';
import { DispatchApp } from './app.tsx';

leadToChat();
render(<DispatchApp />, document.body);
