import { Type } from 'typebox';
import type { PlaygroundRow } from './playground.ts';

export const PlaygroundObject = Type.Object(
  { id: Type.Integer(), name: Type.String(), pygments_language: Type.String(), url_template: Type.String() },
  { additionalProperties: false },
);

export function presentPlayground({ id, name, language, urlTemplate }: PlaygroundRow) {
  return { id, name, pygments_language: language, url_template: urlTemplate };
}
