import catalogue from 'texts:shared/group-setting';
import { inLanguage } from '../../texts/index.ts';

/** The words of the widget for a permission. */
export const groupSettingWords = inLanguage(catalogue);
