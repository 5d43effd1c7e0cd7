import sprite from 'hubbub:icons';
import { render } from 'preact';

render(
  <h1>
    Floor {sprite} {__BUILD__}
  </h1>,
  document.body,
);
