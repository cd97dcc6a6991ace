import { compile, type JSONValue } from 'json-p3';
import { OperationError } from '../operation-result.ts';
import { faultOf } from './built-in-operation.ts';

/**
 * Returns the first value that a JSONPath (RFC 9535) matches: text, number or boolean unchanged, anything else as JSON
 * text; `undefined` if nothing matches.
 *
 * @throws OperationError for an invalid JSONPath.
 */
export const findJsonPath = (path: string, document: unknown): string | number | boolean | undefined => {
  const query = (() => {
    try {
      return compile(path);
    } catch (error) {
      throw new OperationError(`${path} is not a valid JSONPath: ${faultOf(error)}`);
    }
  })();
  const found = query.match(document as JSONValue);
  if (found === undefined) return undefined;
  const value: unknown = found.value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
};

/** @throws OperationError for text that is not JSON. */
export const parseJson = (what: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperationError(`${what} is not JSON`);
  }
};
