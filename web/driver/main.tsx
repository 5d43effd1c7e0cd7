import { render } from 'preact';
import { leadToChat } from '../shared/old-address.ts';
import { DriverApp } from './app.tsx';

leadToChat();
render(<DriverApp />, document.body);
