import { render } from 'preact';
import { DispatchApp } from './app.tsx';

render(<DispatchApp />, document.body);
