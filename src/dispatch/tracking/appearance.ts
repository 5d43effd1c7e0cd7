import { Type } from 'typebox';
import { Nullable } from '../http/validate.ts';

/** Appearance of an organization's tracking pages. */
export interface TrackingAppearance {
  /** `#rrggbb`; null: Hubbub's own. */
  colour: string | null;
  /** The number that recipients may call, E.164. */
  phone: string | null;
  /** Whether photos of a completed delivery are shown, and the worker's picture before: that only where their own organization says so too. */
  showPhotos: boolean;
  showPicture: boolean;
}

/** Appearance for an organization without settings. */
export const USUAL_LOOKS: TrackingAppearance = { colour: null, phone: null, showPhotos: true, showPicture: true };

export const TrackingAppearanceAnswer = Type.Object({
  colour: Nullable(Type.String(), { description: 'Main colour as `#rrggbb`; null: the default.' }),
  phone: Nullable(Type.String(), { description: 'Number that recipients may call; null: none.' }),
  showPhotos: Type.Boolean({ description: 'True if photos of a completed delivery are shown.' }),
  showPicture: Type.Boolean({ description: "True if the worker's picture is shown." }),
});
