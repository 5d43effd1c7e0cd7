export const en = {
  lead: 'Which map the console draws.',
  title: 'Map file',
  outline: 'Coasts, borders and places from what comes with the program. There are no streets.',
  file: 'Streets from a file of the server.',
  missing: 'A file of streets is set, and it cannot be read now. The outlines are drawn meanwhile.',
  name: 'File',
  attribution: 'Attribution',
  zooms: 'Zoom levels',
  how: 'Whoever runs the server sets it: MAP_FILE is the path of a .pmtiles file (protomaps.com and others offer areas for download). It takes effect at the next start.',
  toMap: 'Open the map',
};

export type MapWords = typeof en;
