declare const brand: unique symbol;

/** JSON text of an object without its closing brace, so that members can follow what was made before. */
export type JsonObjectText = string & { readonly [brand]: true };

/** Opens an object's JSON text, such as `{"id":1}`, for further members. */
export function openObject(json: string): JsonObjectText {
  return json.slice(0, -1) as JsonObjectText;
}

/** Adds a member. The name is a constant in which nothing needs escaping. */
export function addMember(text: JsonObjectText, name: string, json: string | number | boolean): JsonObjectText {
  return `${text}${text === '{' ? '' : ','}"${name}":${json}` as JsonObjectText;
}

/** Adds the members of an object that has some. */
export function addMembers(text: JsonObjectText, members: object): JsonObjectText {
  return `${text}${text === '{' ? '' : ','}${membersText(members)}` as JsonObjectText;
}

/** The whole object's JSON text. */
export function closeObject(text: JsonObjectText): string {
  return `${text}}`;
}

/** A last member and the end of an object that has members: made once for the many texts that end so. */
export function closingMember(name: string, json: string): string {
  return `,"${name}":${json}}`;
}

/** The members of an object as JSON text, such as `"id":1,"name":"a"`. */
export function membersText(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
