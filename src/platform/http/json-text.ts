/** A value of an answer that is JSON text already. */
export class JsonValueText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An answer of values of which some are JSON text already; what is undefined is left out. */
export function jsonTextOf(values: Readonly<Record<string, unknown>>): JsonText {
  const members = Object.entries(values).flatMap(([name, value]) => {
    const text = value instanceof JsonValueText ? value.text : JSON.stringify(value);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return new JsonText(members.join(','));
}

/** An answer that is JSON text already: the members of its object, such as `"messages":[…]`, without the braces. */
export class JsonText {
  readonly members: string;

  constructor(members: string) {
    this.members = members;
  }
}
