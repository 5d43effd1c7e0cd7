import { deflateSync } from 'node:zlib';

// https://protobuf.dev/programming-guides/encoding
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}
const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, ...parts: (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
};
const packed = (field: number, values: readonly number[]) => bytes(field, ...values.map(varint));
const signed = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
const steps = (values: readonly number[]) => values.map((value, index) => signed(value - (values[index - 1] ?? 0)));

type Tags = Record<string, string>;
/** Content of an OpenStreetMap extract: points, outlines, and relations of several. */
export interface Extract {
  nodes: { id: number; lon: number; lat: number; tags?: Tags }[];
  ways: { id: number; refs: number[]; tags: Tags }[];
  relations?: { id: number; tags: Tags }[];
}

/**
 * An extract as it is published (https://wiki.openstreetmap.org/wiki/PBF_Format): a header, the points, then what is made of them.
 * @param packAs the field of a block's bytes: 3 is zlib
 */
export function extractOf({ nodes, ways, relations = [] }: Extract, packAs = 3): Buffer {
  const blob = (type: string, content: Buffer) => {
    const data = Buffer.concat([number(2, content.length), bytes(packAs, deflateSync(content))]);
    const header = Buffer.concat([bytes(1, type), number(3, data.length)]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(header.length);
    return Buffer.concat([length, header, data]);
  };
  const block = (group: (indexOf: (text: string) => number) => Buffer) => {
    const strings = [''];
    const indexOf = (text: string) => {
      if (!strings.includes(text)) strings.push(text);
      return strings.indexOf(text);
    };
    const content = group(indexOf);
    return blob('OSMData', Buffer.concat([bytes(1, ...strings.map((text) => bytes(1, text))), bytes(2, content)]));
  };
  const dense = block((indexOf) =>
    bytes(
      2,
      packed(1, steps(nodes.map(({ id }) => id))),
      packed(8, steps(nodes.map(({ lat }) => Math.round(lat * 1e7)))),
      packed(9, steps(nodes.map(({ lon }) => Math.round(lon * 1e7)))),
      packed(
        10,
        nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat().map(indexOf), 0]),
      ),
    ),
  );
  const tagged = (indexOf: (text: string) => number, id: number, tags: Tags) => [
    number(1, id),
    packed(2, Object.keys(tags).map(indexOf)),
    packed(3, Object.values(tags).map(indexOf)),
  ];
  return Buffer.concat([
    blob('OSMHeader', Buffer.concat([bytes(4, 'OsmSchema-V0.6'), bytes(4, 'DenseNodes')])),
    dense,
    block((indexOf) =>
      Buffer.concat(ways.map(({ id, refs, tags }) => bytes(3, ...tagged(indexOf, id, tags), packed(8, steps(refs))))),
    ),
    block((indexOf) => Buffer.concat(relations.map(({ id, tags }) => bytes(4, ...tagged(indexOf, id, tags))))),
  ]);
}
