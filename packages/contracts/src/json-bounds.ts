/** How much a JSON text may hold. */
export interface JsonBounds {
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** Values without the names of members; an object or array counts twice, as one among others and as it begins. */
  readonly values: number;
}

/** What the calls of this product need many times over; checking a body of this size takes some milliseconds. */
export const usualJsonBounds: JsonBounds = { depth: 64, values: 5_000 };

const quote = 0x22;
const comma = 0x2c;
const opensArray = 0x5b;
const backslash = 0x5c;
const closesArray = 0x5d;
const opensObject = 0x7b;
const closesObject = 0x7d;

/** The bound that a JSON text exceeds, found in one scan that parses nothing; a text that is no JSON may pass. */
export const exceededBound = (text: string, bounds: JsonBounds): keyof JsonBounds | undefined => {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        for (at += 1; at < text.length && text.charCodeAt(at) !== quote; at += 1)
          if (text.charCodeAt(at) === backslash) at += 1;
        break;
      case comma:
        values += 1;
        break;
      case opensObject:
      case opensArray:
        depth += 1;
        values += 1;
        if (depth > bounds.depth) return 'depth';
        break;
      case closesObject:
      case closesArray:
        depth -= 1;
    }
    if (values > bounds.values) return 'values';
  }
  return undefined;
};

/**
 * The value of a JSON text within bounds.
 *
 * @throws SyntaxError for a text that is no JSON or exceeds them.
 */
export const parseBoundedJson = (text: string, bounds: JsonBounds = usualJsonBounds): unknown => {
  const exceeded = exceededBound(text, bounds);
  if (exceeded !== undefined) throw new SyntaxError(`The JSON exceeds its bound of ${exceeded}.`);
  return JSON.parse(text) as unknown;
};
