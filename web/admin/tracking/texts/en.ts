export const en = {
  lead: 'How the page looks by which a recipient sees when a delivery comes.',
  looks: 'Looks',
  colour: 'Colour',
  ownColour: 'A colour of our own',
  phone: 'Number to call',
  phoneHint: 'Empty: recipients reach the driver through the server, where that is set up.',
  photos: 'Show photos of the delivery',
  picture: 'Show the driver’s picture',
  preview: 'So it looks',
  sample: {
    arriving: 'Arriving 14:10–14:25',
    stops: '3 stops before you',
    driver: 'Wanda',
    call: 'Call',
    photo: 'Photo of the delivery',
  },
};

export type TrackingWords = typeof en;
