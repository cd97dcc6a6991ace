import { fitsSchema } from './intake-answers.ts';
import type { IntakeForm } from './intake.ts';
import { resolvedSchema } from './intake-steps.ts';
import { isRecord, type JsonRecord } from './json-record.ts';

const schemasIn = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
};

/**
 * The fields of a group by name, including those added by conditions; the group's own definition of a field takes
 * precedence.
 */
export const fieldsOf = (root: JsonRecord, schema: JsonRecord): JsonRecord => {
  const { then: met, else: unmet, allOf, anyOf, oneOf, dependencies, dependentSchemas, properties } = schema;
  const branches = [met, unmet, ...[allOf, anyOf, oneOf, dependencies, dependentSchemas].flatMap(schemasIn)];
  const brought = branches.filter(isRecord).map((branch) => fieldsOf(root, resolvedSchema(root, branch)));
  const own = isRecord(properties) ? properties : {};
  return Object.fromEntries([...brought, own].flatMap((fields) => Object.entries(fields)));
};

const namesIn = (root: JsonRecord, schema: unknown, answers: JsonRecord): readonly string[] => {
  const { properties, if: condition, then: met, else: unmet, ...rest } = resolvedSchema(root, schema);
  const branch = isRecord(condition) && fitsSchema(condition, root, answers) ? met : unmet;
  const depending = [rest['dependencies'], rest['dependentSchemas']]
    .filter(isRecord)
    .flatMap((each) => Object.entries(each))
    .filter(([name, inner]) => Object.hasOwn(answers, name) && isRecord(inner))
    .map(([, inner]) => inner);
  const alternatives = [rest['anyOf'], rest['oneOf']].flatMap(schemasIn);
  const fitting = alternatives.filter((each) => isRecord(each) && fitsSchema(each, root, answers));
  const further = [
    ...(condition === undefined ? [] : [branch]),
    ...schemasIn(rest['allOf']),
    ...depending,
    // Before an alternative fits, the person has yet to choose among all of them.
    ...(fitting.length > 0 ? fitting : alternatives),
  ];
  return [
    ...(isRecord(properties) ? Object.keys(properties) : []),
    ...further.filter(isRecord).flatMap((each) => namesIn(root, each, answers)),
  ];
};

/**
 * The answers of a group without those to fields that no condition asks for any longer. Answers to fields that the group
 * does not name at all are kept.
 */
export const askedAnswers = (root: JsonRecord, schema: JsonRecord, answers: JsonRecord): JsonRecord => {
  const known = fieldsOf(root, schema);
  const asked = new Set(namesIn(root, schema, answers));
  const entries = Object.entries(answers);
  const kept = entries.filter(([name]) => asked.has(name) || !Object.hasOwn(known, name));
  // A condition may depend on an answer that has just been left out.
  return kept.length === entries.length ? answers : askedAnswers(root, schema, Object.fromEntries(kept));
};

/** The fields that a form asks for, given the answers so far: its own, and those of the conditions that hold. */
export const askedFields = ({ schema }: IntakeForm, answers: JsonRecord): ReadonlySet<string> =>
  new Set(namesIn(schema, schema, answers));
