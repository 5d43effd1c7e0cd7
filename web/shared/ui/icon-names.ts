/** The drawings of lucide-static that pages use: the build puts these into one file, and no others. */
export const iconNames = [
  'bell',
  'check',
  'chevron-right',
  'circle-alert',
  'circle-check',
  'circle-x',
  'ellipsis',
  'info',
  'inbox',
  'keyboard',
  'pencil',
  'plus',
  'refresh-cw',
  'search',
  'trash-2',
  'triangle-alert',
  'user',
  'wifi-off',
  'x',
] as const;

export type IconName = (typeof iconNames)[number];
