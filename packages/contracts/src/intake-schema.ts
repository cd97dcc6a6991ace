import { isRecord, type JsonRecord } from './json-record.ts';

/** Size limits of a form. They bound the cost of validating answers and of rendering the form. */
export const intakeLimits = {
  /** Nesting depth of values. */
  depth: 24,
  /** Values in the schema; each reference counts as everything it refers to. */
  values: 20_000,
  /** Values of the schema multiplied by values of the answers. */
  validationSteps: 1_000_000,
  /** Largest accepted `minItems`. */
  minItems: 100,
  /** Characters of a pattern. */
  pattern: 500,
  /** Instructions that a pattern compiles to (`estimatePatternSize`); also the total of a form. */
  patternSize: 1_000,
  patternSizes: 5_000,
  /** Pattern instructions multiplied by the characters of the answers that they are matched against. */
  patternSteps: 5_000_000,
} as const;

class SchemaFault extends Error {}

const refuse = (message: string): never => {
  throw new SchemaFault(message);
};

const types = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isRecord(value);
const isType = (value: unknown): boolean =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).every((type) => types.has(type));
const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= intakeLimits.pattern;
const isLeast = (value: unknown): boolean => typeof value === 'number' && value <= intakeLimits.minItems;
const isSchemaOrList = (value: unknown): boolean => isSchema(value) || Array.isArray(value);

const each = (names: string, fits: (value: unknown) => boolean): [string, (value: unknown) => boolean][] =>
  names.split(' ').map((name) => [name, fits]);

/** Validators of keyword values; keywords that are not listed are annotations and accept any value. */
const keywords: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...each('type', isType),
  ...each('title description format $ref', isText),
  ...each('pattern', isShort),
  ...each('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', isNumber),
  ...each('minLength maxLength maxItems minProperties maxProperties minContains maxContains', isNumber),
  ...each('minItems', isLeast),
  ...each('required', isTextList),
  ...each('enum allOf anyOf oneOf prefixItems', isList),
  ...each('properties $defs definitions dependentSchemas dependentRequired dependencies', isRecord),
  ...each('not if then else contains propertyNames additionalProperties unevaluatedProperties', isSchema),
  ...each('additionalItems unevaluatedItems', isSchema),
  ...each('items', isSchemaOrList),
]);

/** Keywords that would allow self-reference, external references, or field names by pattern. */
const unknown = ['$id', 'id', '$anchor', '$recursiveRef', '$recursiveAnchor', 'patternProperties'];
const schemaMaps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
/** Keywords whose values are data, not schemas. */
const plainValues = new Set(['default', 'enum', 'const']);

/** The schema that a local reference such as `#/$defs/address` names; `undefined` when it does not resolve. */
export const referredSchema = (root: JsonRecord, ref: unknown): JsonRecord | undefined => {
  const [, group = '', name = ''] = /^#\/(\$defs|definitions)\/([\w-]+)$/.exec(String(ref)) ?? [];
  const schemas = root[group];
  const found = isRecord(schemas) && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return isRecord(found) ? found : undefined;
};

/** Number of values in a value, itself included; `undefined` when it exceeds the maximum depth. */
export const countValues = (value: unknown, depth = 0): number | undefined => {
  if (depth > intakeLimits.depth) return undefined;
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    const within = countValues(inner, depth + 1);
    if (within === undefined) return undefined;
    count += within;
  }
  return count;
};

const countSchemaValues = (root: JsonRecord): number => {
  let values = 0;
  const add = (count: number | undefined): void => {
    if (count === undefined) return refuse('The schema is nested too deeply.');
    values += count;
    if (values > intakeLimits.values) refuse('The schema is too large.');
  };
  const walk = (value: unknown, depth: number, within: readonly unknown[]): void => {
    add(depth > intakeLimits.depth ? undefined : 1);
    if (Array.isArray(value)) for (const entry of value) walk(entry, depth + 1, within);
    if (!isRecord(value)) return;
    if (within.includes(value)) refuse('The schema refers to itself.');
    const inside = [...within, value];
    for (const [keyword, inner] of Object.entries(value)) {
      if (unknown.includes(keyword)) refuse(`The keyword ${keyword} is not supported.`);
      if (keywords.get(keyword)?.(inner) === false) refuse(`The keyword ${keyword} does not accept this value.`);
      if (plainValues.has(keyword)) add(countValues(inner, depth + 1));
      else if (keyword === '$ref') {
        walk(
          referredSchema(root, inner) ?? refuse(`The reference ${String(inner)} does not resolve.`),
          depth + 1,
          inside,
        );
      } else if (schemaMaps.has(keyword) && isRecord(inner)) {
        for (const named of Object.values(inner)) walk(named, depth + 1, inside);
      } else walk(inner, depth + 1, inside);
    }
  };
  walk(root, 0, []);
  return values;
};

/** The number of values in the schema of a form, or the reason for rejecting it as a message for the editor. */
export const measureSchema = (schema: JsonRecord): { readonly values: number } | { readonly fault: string } => {
  try {
    return { values: countSchemaValues(schema) };
  } catch (error) {
    if (error instanceof SchemaFault) return { fault: error.message };
    throw error;
  }
};

const mapValues = (record: JsonRecord, change: (value: unknown, name: string) => unknown): JsonRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** A copy of a schema in which `rewrite` is applied to every subschema, innermost first. */
export const rewriteSchema = (value: unknown, rewrite: (schema: JsonRecord) => JsonRecord): unknown => {
  if (Array.isArray(value)) return value.map((entry: unknown) => rewriteSchema(entry, rewrite));
  if (!isRecord(value)) return value;
  const inside = (inner: unknown): unknown => rewriteSchema(inner, rewrite);
  return rewrite(
    mapValues(value, (inner, keyword) => {
      if (plainValues.has(keyword)) return inner;
      return schemaMaps.has(keyword) && isRecord(inner) ? mapValues(inner, inside) : inside(inner);
    }),
  );
};
