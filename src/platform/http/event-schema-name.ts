/** Name of the schema of a kind of event in the documents: `StreamCreateEvent` for the type `stream` and its `op` `create`. */
export function eventSchemaName(type: string, op = ''): string {
  const words = `${type}_${op}`.split('_').filter((word) => word !== '');
  return `${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}Event`;
}
