import { galleryWords } from '../words.ts';
import { Sample } from './sample.tsx';

/** The scale, the weights and the four inks, each by what it is for. */
export function Sizes() {
  const { sizeNames, weights, inks } = galleryWords;
  return (
    <Sample title={galleryWords.sizes}>
      {Object.entries(sizeNames).map(([name, words]) => (
        <p key={name} class="scale">
          <code>{name}</code>
          <span class={`words-${name}`}>{words}</span>
        </p>
      ))}
      <p class="line">
        {Object.entries(weights).map(([name, words]) => (
          <span key={name} class={`weight-${name}`}>
            {words}
          </span>
        ))}
      </p>
      <p class="line">
        {Object.entries(inks).map(([name, words]) => (
          <span key={name} class={`ink-${name}`}>
            {words}
          </span>
        ))}
      </p>
    </Sample>
  );
}

const COLOURS = [
  ...['sunken', 'ground', 'surface', 'raised', 'hover', 'fill'],
  ...['accent-ground', 'accent', 'bad-ground', 'bad-fill', 'good-ground', 'warning-ground'],
];

/** Every ground that words may stand on. */
export function Colours() {
  return (
    <Sample title={galleryWords.colours}>
      <ul class="swatches">
        {COLOURS.map((name) => (
          <li key={name} class={`swatch on-${name}`}>
            {name}
          </li>
        ))}
      </ul>
    </Sample>
  );
}
