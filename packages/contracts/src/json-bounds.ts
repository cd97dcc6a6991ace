/** Bounds of a JSON text. */
export interface JsonBounds {
  /** Nesting of objects and arrays. */
  readonly depth: number;
  /** Number of values, without member names; an object or array counts twice, as an element and as a container. */
  readonly values: number;
}

/** Well above what any call of the API needs; scanning a body of this size takes some milliseconds. */
export const usualJsonBounds: JsonBounds = { depth: 64, values: 5_000 };

const quote = 0x22;
const comma = 0x2c;
const opensArray = 0x5b;
const backslash = 0x5c;
const closesArray = 0x5d;
const opensObject = 0x7b;
const closesObject = 0x7d;

/** The exceeded bound, found in one scan without parsing; text that is not JSON may pass. */
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
 * Parses a JSON text within bounds.
 *
 * @throws SyntaxError when the text is not JSON or exceeds them.
 */
export const parseBoundedJson = (text: string, bounds: JsonBounds = usualJsonBounds): unknown => {
  const exceeded = exceededBound(text, bounds);
  if (exceeded !== undefined) throw new SyntaxError(`The JSON exceeds its limit of ${exceeded}.`);
  return JSON.parse(text) as unknown;
};
