import { format, Validator, type OutputUnit } from '@cfworker/json-schema';
import { RE2JS, RE2JSException } from 're2js';
import type { IntakeForm } from './intake.ts';
import { countValues, intakeLimits, referredSchema, rewriteSchema } from './intake-schema.ts';
import { isRecord, type JsonRecord } from './json-record.ts';
import { estimatePatternSize } from './pattern-size.ts';
import { longTextLimit } from './sizes.ts';

/** An invalid answer: its path among the answers, and a message for the person who answers. */
export interface AnswerFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Formats that are validated; any other is only a hint for the screen. */
const knownFormats = new Set(['date', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid']);
/** A time of day as entered, with optional zone. */
const timePattern = String.raw`^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$`;

const patternPrefix = 'pattern:';

/**
 * Rewrites patterns as custom formats. The validator's own pattern matching takes exponential time on hostile input;
 * custom formats use our linear-time matcher.
 */
const withoutPatterns =
  (patterns: Set<string>) =>
  (schema: JsonRecord): JsonRecord => {
    const { pattern, format: named, allOf, ...rest } = schema;
    const wanted = [...(typeof pattern === 'string' ? [pattern] : []), ...(named === 'time' ? [timePattern] : [])];
    for (const each of wanted) patterns.add(each);
    const further = wanted.map((each) => ({ format: patternPrefix + each }));
    return {
      ...rest,
      ...(typeof named === 'string' && knownFormats.has(named) && { format: named }),
      ...((Array.isArray(allOf) || further.length > 0) && {
        allOf: [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), ...further],
      }),
    };
  };

/**
 * Patterns of a form that are not valid RE2 expressions, or exceed the size limits. Oversized patterns are not
 * compiled.
 */
export const patternFaults = ({ schema }: IntakeForm): readonly string[] => {
  const patterns = new Set<string>();
  rewriteSchema(schema, withoutPatterns(patterns));
  let sizes = 0;
  return [...patterns].filter((pattern) => {
    const size = estimatePatternSize(pattern);
    sizes += size;
    if (size > intakeLimits.patternSize || sizes > intakeLimits.patternSizes) return true;
    try {
      RE2JS.compile(pattern);
      return false;
    } catch (error) {
      if (error instanceof RE2JSException) return true;
      throw error;
    }
  });
};

const tokensOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a JSON pointer of the schema, with references resolved. */
const lookUp = (root: JsonRecord, pointer: string): unknown => {
  let found: unknown = root;
  for (const token of tokensOf(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined;
    const inner = (found as JsonRecord)[token];
    found = token === '$ref' ? referredSchema(root, inner) : inner;
  }
  return found;
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of answers',
  null: 'empty',
};

const formatMessage = (name: unknown): string => {
  if (name === 'email') return 'Please enter a valid email address.';
  if (name === 'date') return 'Please enter a valid date.';
  if (name === 'date-time') return 'Please enter a valid time.';
  return 'This is not in the expected form.';
};

const isTyped = (value: unknown): value is string => typeof value === 'string' && value in typeNames;

/** The message for a violated keyword; `undefined` where another error describes the violation better. */
const messageOf = (keyword: string, value: unknown): string | undefined => {
  const number = String(value);
  switch (keyword) {
    case 'type':
      return `Must be ${isTyped(value) ? typeNames[value] : 'of another type'}.`;
    case 'enum':
    case 'anyOf':
    case 'oneOf':
      return 'Please choose one of the options.';
    case 'const':
      return value === true ? 'Please confirm this.' : `Must be ${number}.`;
    case 'minLength':
      return `Must be at least ${number} characters long.`;
    case 'maxLength':
      return `Must be at most ${number} characters.`;
    case 'minimum':
      return `Must be at least ${number}.`;
    case 'maximum':
      return `Must be at most ${number}.`;
    case 'exclusiveMinimum':
      return `Must be more than ${number}.`;
    case 'exclusiveMaximum':
      return `Must be less than ${number}.`;
    case 'multipleOf':
      return `Must be a multiple of ${number}.`;
    case 'minItems':
      return `Must have at least ${number} entries.`;
    case 'maxItems':
      return `Must have at most ${number} entries.`;
    case 'uniqueItems':
      return 'Each entry may occur only once.';
    case 'format':
      return formatMessage(value);
    case 'false':
      return 'This field is not expected here.';
    default:
      return undefined;
  }
};

const valueAt = (answers: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isRecord(value) || Array.isArray(value) ? (value as JsonRecord)[name] : undefined),
    answers,
  );

const faultsOf = (schema: JsonRecord, answers: JsonRecord, unit: OutputUnit): readonly AnswerFault[] => {
  const path = tokensOf(unit.instanceLocation);
  const value = lookUp(schema, unit.keywordLocation);
  if (unit.keyword === 'required') {
    const given = valueAt(answers, path);
    const missing = (value as readonly string[]).filter((name) => !isRecord(given) || !Object.hasOwn(given, name));
    return missing.map((name) => ({ path: [...path, name], message: 'Please fill this in.' }));
  }
  const message = messageOf(unit.keyword, value);
  return message === undefined ? [] : [{ path, message }];
};

/** Answers that exceed the maximum text length. */
const longTexts = (value: unknown, path: readonly string[] = []): readonly AnswerFault[] => {
  if (typeof value === 'string' && value.length > longTextLimit)
    return [{ path, message: `Must be at most ${longTextLimit} characters.` }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => longTexts(inner, [...path, name]));
};

const distinct = (faults: readonly AnswerFault[]): readonly AnswerFault[] => [
  ...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values(),
];

/** A JSON pointer and its ancestors, the shortest first. */
const pointersTo = (pointer: string): readonly string[] => {
  const tokens = pointer.split('/');
  return tokens.map((_, index) => tokens.slice(0, index + 1).join('/'));
};

const placeOf = (keywordLocation: string, instanceLocation: string): string => `${keywordLocation} ${instanceLocation}`;

/** The places of the choices (`oneOf`, `anyOf`) in whose alternatives the error was found. */
const placesAround = ({ keywordLocation, instanceLocation }: OutputUnit, isChoice: ReadonlySet<string>): string[] => {
  const instances = pointersTo(instanceLocation);
  return pointersTo(keywordLocation)
    .slice(0, -1)
    .filter((keyword) => isChoice.has(keyword))
    .flatMap((keyword) => instances.map((instance) => placeOf(keyword, instance)));
};

const alternativeOf = (choice: OutputUnit, { keywordLocation }: OutputUnit): string =>
  keywordLocation.slice(choice.keywordLocation.length + 1).split('/', 1)[0] ?? '';

/** Keywords whose errors show that an alternative is not the intended one. */
const excluding: ReadonlySet<string> = new Set(['const', 'enum', 'type', 'false', 'not']);

/** The intended alternative: the only one without such an error if others have one; otherwise `undefined`. */
const intendedAlternative = (choice: OutputUnit, within: readonly OutputUnit[]): string | undefined => {
  const excluded = new Set(
    within.filter(({ keyword }) => excluding.has(keyword)).map((unit) => alternativeOf(choice, unit)),
  );
  const left = new Set(within.map((unit) => alternativeOf(choice, unit)).filter((each) => !excluded.has(each)));
  const [meant] = left;
  return left.size === 1 && excluded.size > 0 ? meant : undefined;
};

/**
 * If no alternative of a choice fits, keeps only the errors of the intended alternative, or the error of the choice
 * itself if none is intended. Errors look up the enclosing choices by place, so that the cost grows with the number of
 * errors alone.
 */
const withoutOptions = (units: readonly OutputUnit[]): readonly OutputUnit[] => {
  const choices = units.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const isChoice = new Set(choices.map(({ keywordLocation }) => keywordLocation));
  const within = new Map<string, OutputUnit[]>(
    choices.map(({ keywordLocation, instanceLocation }) => [placeOf(keywordLocation, instanceLocation), []]),
  );
  const around = units.map((unit) => placesAround(unit, isChoice).filter((place) => within.has(place)));
  units.forEach((unit, index) => around[index]?.forEach((place) => within.get(place)?.push(unit)));
  const tried = new Map(
    choices.map((choice) => {
      const place = placeOf(choice.keywordLocation, choice.instanceLocation);
      return [place, { choice, meant: intendedAlternative(choice, within.get(place) ?? []) }];
    }),
  );
  return units.filter((unit, index) => {
    if (tried.get(placeOf(unit.keywordLocation, unit.instanceLocation))?.meant !== undefined) return false;
    return (around[index] ?? []).every((place) => {
      const found = tried.get(place);
      return found === undefined || alternativeOf(found.choice, unit) === found.meant;
    });
  });
};

class TooManySteps extends Error {}

/** Runs `check` with these patterns registered as custom formats. Throws when a pattern exceeds the limits. */
const withFormats = <Result>(patterns: ReadonlyMap<string, RE2JS>, check: () => Result): Result => {
  let steps = 0;
  for (const [pattern, compiled] of patterns) {
    const size = estimatePatternSize(pattern);
    format[patternPrefix + pattern] = (text) => {
      steps += size * text.length;
      if (steps > intakeLimits.patternSteps) throw new TooManySteps();
      return compiled.test(text);
    };
  }
  try {
    return check();
  } finally {
    for (const pattern of patterns.keys()) delete format[patternPrefix + pattern];
  }
};

/** Compiles a schema into a reusable validator. */
const prepare = (whole: JsonRecord) => {
  const patterns = new Set<string>();
  const schema = rewriteSchema(whole, withoutPatterns(patterns)) as JsonRecord;
  const compiled = new Map([...patterns].map((pattern) => [pattern, RE2JS.compile(pattern)]));
  const validator = new Validator(schema, '2019-09', false);
  return { schema, validate: (value: unknown) => withFormats(compiled, () => validator.validate(value)) };
};

/** `undefined` when validation would exceed the budget. */
const validateWithinBudget = <Result>(validate: (value: unknown) => Result, value: unknown): Result | undefined => {
  try {
    return validate(value);
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
};

/**
 * Whether a value satisfies a subschema of a form's schema (`root`), as conditions and `oneOf` choices need. Throws
 * when `patternFaults` rejects a pattern.
 */
export const fitsSchema = (schema: JsonRecord, root: JsonRecord, value: unknown): boolean =>
  value !== undefined &&
  validateWithinBudget(
    prepare({
      ...(isRecord(root['$defs']) && { $defs: root['$defs'] }),
      ...(isRecord(root['definitions']) && { definitions: root['definitions'] }),
      ...schema,
    }).validate,
    value,
  )?.valid === true;

/**
 * Creates a validator of answers to a form; it returns the errors, none when the answers are valid. It generates no
 * code, matches patterns in linear time, and rejects answers whose validation would exceed the budget. Throws when
 * `patternFaults` rejects a pattern.
 */
export const createAnswerCheck = (form: IntakeForm): ((answers: unknown) => readonly AnswerFault[]) => {
  const { schema, validate } = prepare(form.schema);
  return (answers) => {
    if (!isRecord(answers)) return [{ path: [], message: 'The answers must be a JSON object.' }];
    const count = countValues(answers);
    if (count === undefined || count * form.values > intakeLimits.validationSteps)
      return [{ path: [], message: 'There are too many answers.' }];
    const long = longTexts(answers);
    if (long.length > 0) return long;
    const result = validateWithinBudget(validate, answers);
    if (!result) return [{ path: [], message: 'There are too many answers.' }];
    const { valid, errors } = result;
    if (valid) return [];
    const faults = distinct(withoutOptions(errors).flatMap((unit) => faultsOf(schema, answers, unit)));
    return faults.length > 0 ? faults : [{ path: [], message: 'These answers do not fit together.' }];
  };
};
