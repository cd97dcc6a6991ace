import type { IntakeForm } from './intake.ts';
import { patternFaults } from './intake-answers.ts';
import { fieldsOf } from './intake-fields.ts';
import { controlsIn, fieldOfControl, resolvedSchema } from './intake-steps.ts';
import { isRecord, type JsonRecord } from './json-record.ts';

const recordsOf = (value: unknown): readonly JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(value) ? Object.entries(value) : [];

/** An object of the schema: where it is, and the fields that it can have. */
interface Place {
  readonly root: JsonRecord;
  readonly fields: JsonRecord;
  /** ` in "address"`, empty at the top. */
  readonly where: string;
}

const quoted = (value: unknown): string => JSON.stringify(value);

/** The values that a field can have where the schema lists them; `undefined` for any. */
const optionsOf = (root: JsonRecord, field: unknown): readonly unknown[] | undefined => {
  const { enum: listed, const: only, oneOf, type } = resolvedSchema(root, field);
  if (only !== undefined) return [only];
  if (Array.isArray(listed)) return listed as unknown[];
  if (type === 'boolean') return [true, false];
  const choices = recordsOf(oneOf);
  return choices.length > 0 && choices.every((choice) => 'const' in choice)
    ? choices.map((choice) => choice['const'])
    : undefined;
};

/** Why a condition can never hold. */
const conditionFaults = ({ root, fields, where }: Place, condition: JsonRecord): readonly string[] => {
  const named = [...entriesOf(condition['properties']).map(([name]) => name), ...textsOf(condition['required'])];
  const missing = [...new Set(named)]
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `A condition${where} refers to the field ${quoted(name)}, which the schema does not have.`);
  const impossible = entriesOf(condition['properties']).flatMap(([name, expected]) => {
    const wanted = Object.hasOwn(fields, name)
      ? optionsOf(root, isRecord(expected) ? withoutType(expected) : {})
      : undefined;
    const possible = optionsOf(root, fields[name]);
    if (!wanted || !possible || wanted.some((value) => possible.some((option) => quoted(option) === quoted(value))))
      return [];
    return [
      `A condition${where} can never be true: ${wanted.map(quoted).join(', ')} is not an option of the field ${quoted(name)}.`,
    ];
  });
  const inner = [...recordsOf(condition['allOf']), ...recordsOf(condition['anyOf'])];
  const negated = isRecord(condition['not'])
    ? missingOnly(conditionFaults({ root, fields, where }, condition['not']))
    : [];
  return [
    ...missing,
    ...impossible,
    ...negated,
    ...inner.flatMap((each) => conditionFaults({ root, fields, where }, each)),
  ];
};

const withoutType = ({ type: _type, ...rest }: JsonRecord): JsonRecord => rest;
/** Without the conditions that can never be true: negated, they always hold, which is not a fault. */
const missingOnly = (faults: readonly string[]): readonly string[] =>
  faults.filter((fault) => fault.includes('which the schema does not have'));

const unknownNames = ({ fields, where }: Place, names: readonly string[], what: string): readonly string[] =>
  names
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `${what}${where} refers to the field ${quoted(name)}, which the schema does not have.`);

/** The faults of a schema of an object: of its own keywords and of those of its branches. */
const objectFaults = (place: Place, schema: JsonRecord): readonly string[] => {
  const { if: condition, then: met, else: unmet, required } = schema;
  const branches = [met, unmet, ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => recordsOf(schema[keyword]))];
  const dependent = ['dependencies', 'dependentSchemas', 'dependentRequired'].flatMap((keyword) =>
    entriesOf(schema[keyword]),
  );
  return [
    ...unknownNames(place, textsOf(required), '"required"'),
    ...(isRecord(condition) ? conditionFaults(place, condition) : []),
    ...(condition === undefined && (met !== undefined || unmet !== undefined)
      ? [`"then" and "else"${place.where} never apply without "if".`]
      : []),
    ...unknownNames(
      place,
      dependent.map(([name]) => name),
      'A dependency',
    ),
    ...dependent.flatMap(([, needed]) => unknownNames(place, textsOf(needed), 'A dependency')),
    ...[...branches, ...dependent.map(([, inner]) => inner)]
      .filter(isRecord)
      .flatMap((branch) => objectFaults(place, resolvedSchema(place.root, branch))),
    ...fieldFaults(place, schema),
  ];
};

const faultsWithin = (root: JsonRecord, schema: JsonRecord, name: string): readonly string[] =>
  objectFaults({ root, fields: fieldsOf(root, schema), where: ` in ${quoted(name)}` }, schema);

/** The faults of the objects below: groups of fields, and the entries of lists. */
const fieldFaults = ({ root }: Place, schema: JsonRecord): readonly string[] =>
  entriesOf(schema['properties']).flatMap(([name, field]) => {
    const resolved = resolvedSchema(root, field);
    const items = resolvedSchema(root, resolved['items']);
    const hasPlaces = Array.isArray(resolved['items']) || resolved['prefixItems'] !== undefined;
    return [
      ...(hasPlaces
        ? [`The list ${quoted(name)} has a separate schema for each position, which is not supported.`]
        : []),
      ...[resolved, items].flatMap((each) => (isObject(each) ? faultsWithin(root, each, name) : [])),
    ];
  });

const isObject = (schema: JsonRecord): boolean => schema['type'] === 'object' || isRecord(schema['properties']);

/** The fields that can be asked for at all: without those of branches whose condition can never hold. */
const reachableFields = (root: JsonRecord, whole: JsonRecord): ReadonlySet<string> => {
  const place: Place = { root, fields: fieldsOf(root, whole), where: '' };
  const walk = (schema: JsonRecord): readonly string[] => {
    const { if: condition, then: met, else: unmet, properties } = schema;
    const isPossible = isRecord(condition) && conditionFaults(place, condition).length === 0;
    const dependent = ['dependencies', 'dependentSchemas']
      .flatMap((keyword) => entriesOf(schema[keyword]))
      .filter(([name]) => Object.hasOwn(place.fields, name))
      .map(([, inner]) => inner);
    const branches = [
      ...(isPossible ? [met] : []),
      ...(condition === undefined ? [] : [unmet]),
      ...dependent,
      ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => recordsOf(schema[keyword])),
    ];
    return [
      ...entriesOf(properties).map(([name]) => name),
      ...branches.filter(isRecord).flatMap((branch) => walk(resolvedSchema(root, branch))),
    ];
  };
  return new Set(walk(resolvedSchema(root, whole)));
};

interface NamedStep {
  readonly title: string;
  readonly fields: readonly string[];
}

const titleOf = (value: unknown, index: number): string =>
  typeof value === 'string' && value !== '' ? quoted(value) : String(index + 1);

const namedSteps = (uischema: JsonRecord): readonly NamedStep[] => {
  if (Array.isArray(uischema['ui:stepper']))
    return recordsOf(uischema['ui:stepper']).map(({ title, fields }, index) => ({
      title: titleOf(title, index),
      fields: textsOf(fields),
    }));
  return recordsOf(uischema['elements'])
    .filter(({ type }) => type === 'Category')
    .map((category, index) => ({
      title: titleOf(category['label'], index),
      fields: controlsIn(category).flatMap((control) => fieldOfControl(control) ?? []),
    }));
};

const stepFaults = ({ schema, uischema }: IntakeForm): readonly string[] => {
  const fields = fieldsOf(schema, schema);
  const reachable = reachableFields(schema, schema);
  const seen = new Set<string>();
  return namedSteps(uischema).flatMap(({ title, fields: named }) => {
    const unknown = named.filter((name) => !Object.hasOwn(fields, name));
    const again = named.filter((name) => seen.has(name));
    named.forEach((name) => seen.add(name));
    const isReachable = named.some((name) => reachable.has(name) && !again.includes(name));
    return [
      ...unknown.map(
        (name) => `The step ${title} refers to the field ${quoted(name)}, which the schema does not have.`,
      ),
      ...again.map(
        (name) => `The step ${title} refers to the field ${quoted(name)}, which is already in an earlier step.`,
      ),
      ...(isReachable ? [] : [`The step ${title} can never be reached: none of its fields is ever shown.`]),
    ];
  });
};

const hasRule = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasRule)
    : isRecord(value) && (isRecord(value['rule']) || Object.values(value).some(hasRule));

/**
 * The faults of a form that can be read but would not work as meant: steps that nobody reaches, conditions on fields
 * that it does not have, and patterns that cannot be matched. A form with faults is not stored.
 */
export const lintIntakeForm = (form: IntakeForm): readonly string[] => {
  const { schema, uischema } = form;
  const top: Place = { root: schema, fields: fieldsOf(schema, schema), where: '' };
  return [
    ...new Set([
      ...patternFaults(form).map((pattern) => `The pattern ${pattern} is not supported.`),
      ...stepFaults(form),
      ...objectFaults(top, resolvedSchema(schema, schema)),
      ...(hasRule(uischema) ? ['A "rule" of the UI schema is not supported: use "if" and "then" of the schema.'] : []),
    ]),
  ];
};
