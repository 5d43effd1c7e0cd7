import { type Static, Type } from 'typebox';

/** Manoeuvre in OSRM's format (https://project-osrm.org/docs/, StepManeuver). */
export const OsrmManeuver = Type.Object({
  type: Type.String(),
  modifier: Type.Optional(Type.String()),
  exit: Type.Optional(Type.Integer()),
});

/** The words for a manoeuvre, in English as Valhalla's. A kind that is not known here is a turn, as OSRM asks for. */
export function instructionOf({ type, modifier = '', exit }: Static<typeof OsrmManeuver>, name: string): string {
  const onto = name === '' ? '' : ` onto ${name}`;
  const on = name === '' ? '' : ` on ${name}`;
  const side = modifier.replace('slight ', '').replace('sharp ', '');
  switch (type) {
    case 'depart':
      return `Start${on}`;
    case 'arrive':
      return side === 'left' || side === 'right' ? `Arrive, on the ${side}` : 'Arrive';
    case 'merge':
      return `Merge${onto}`;
    case 'on ramp':
      return `Take the ramp${onto}`;
    case 'off ramp':
      return `Take the exit${onto}`;
    case 'fork':
      return `Keep ${side || 'straight'}${onto}`;
    case 'roundabout':
    case 'rotary':
      return exit === undefined ? `Enter the roundabout${onto}` : `At the roundabout take exit ${exit}${onto}`;
    case 'exit roundabout':
    case 'exit rotary':
      return `Leave the roundabout${onto}`;
    case 'new name':
    case 'notification':
      return `Continue${on}`;
  }
  if (modifier === 'uturn') return `Make a U-turn${onto}`;
  if (modifier === 'straight' || modifier === '') return `Continue straight${on}`;
  return `Turn ${modifier}${onto}`;
}
