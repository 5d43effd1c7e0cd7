import { render } from 'preact';
import { DriverApp } from './app.tsx';

render(<DriverApp />, document.body);
