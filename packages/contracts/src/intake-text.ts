import type { IntakeForm } from './intake.ts';
import { fieldsOf } from './intake-fields.ts';
import { resolvedSchema, stepsOf } from './intake-steps.ts';
import { isRecord, type JsonRecord } from './json-record.ts';
import { longTextLimit, titleCharacters } from './sizes.ts';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1)}…`.toWellFormed();

/** The title of a value among titled choices. */
const choiceTitle = (schema: JsonRecord, value: unknown): string | undefined => {
  const choices = [schema['oneOf'], schema['anyOf']].find(Array.isArray) ?? [];
  const chosen = (choices as unknown[]).find((choice) => isRecord(choice) && choice['const'] === value);
  return isRecord(chosen) && typeof chosen['title'] === 'string' ? chosen['title'] : undefined;
};

const shown = (schema: JsonRecord, value: string | number | boolean): string =>
  choiceTitle(schema, value) ?? (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value));

/** A labelled answer. */
export interface AnswerLine {
  readonly label: string;
  readonly value: string;
}

/**
 * An answer as lines of text: fields of a group are prefixed with its label; entries of a list share one line when they
 * are scalar.
 */
const linesOf = (root: JsonRecord, schema: JsonRecord, label: string, value: unknown): readonly AnswerLine[] => {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ label, value: shown(schema, value) }];
  if (Array.isArray(value)) {
    const items = resolvedSchema(root, schema['items']);
    const simple = value.every((entry) => typeof entry !== 'object');
    if (simple)
      return value.length === 0 ? [] : [{ label, value: value.map((entry: string) => shown(items, entry)).join(', ') }];
    return value.flatMap((entry, index) => linesOf(root, items, `${label} ${index + 1}`, entry));
  }
  return fieldLines(root, schema, value, Object.keys(value), `${label}, `);
};

const fieldLines = (
  root: JsonRecord,
  schema: JsonRecord,
  answers: object,
  names: readonly string[],
  before = '',
): readonly AnswerLine[] => {
  const properties = fieldsOf(root, schema);
  return names.flatMap((name) => {
    const field = resolvedSchema(root, Object.hasOwn(properties, name) ? properties[name] : undefined);
    const label = typeof field['title'] === 'string' ? field['title'] : name;
    const value = Object.hasOwn(answers, name) ? (answers as JsonRecord)[name] : undefined;
    return linesOf(root, field, before + label, value);
  });
};

/** The answers to a step as lines of text. */
export interface AnsweredStep {
  readonly title: string;
  readonly lines: readonly AnswerLine[];
}

/** The answers as text, grouped by step; answers that no step names are in the last. */
export const answersByStep = (form: IntakeForm, answers: JsonRecord): readonly AnsweredStep[] => {
  const { schema } = form;
  const steps = stepsOf(form);
  const named = new Set(steps.flatMap(({ fields }) => fields));
  const further = Object.keys(answers).filter((name) => !named.has(name));
  return steps.map(({ title, fields }, index) => {
    const names = index === steps.length - 1 ? [...fields, ...further] : fields;
    return { title: oneLine(title), lines: fieldLines(schema, schema, answers, names) };
  });
};

/** Title and description of an intake unit: the answers as text, grouped by step. */
export const describeAnswers = (
  form: IntakeForm,
  answers: JsonRecord,
): { readonly title: string; readonly description: string } => {
  const { schema } = form;
  const parts = answersByStep(form, answers);
  const answered = parts.filter(({ lines }) => lines.length > 0);
  const [first] = answered.flatMap(({ lines }) => lines);
  const kind = oneLine(typeof schema['title'] === 'string' ? schema['title'] : '') || 'Intake';
  const title = cut(first ? `${kind}: ${oneLine(first.value)}` : kind, titleCharacters.max);
  const text = answered.map(({ title: heading, lines }) =>
    [
      ...(parts.length > 1 && heading !== '' ? [heading] : []),
      ...lines.map(({ label, value }) => `${label}: ${value}`),
    ].join('\n'),
  );
  return {
    title: title.length < titleCharacters.min ? `Intake: ${title}` : title,
    description: cut(text.join('\n\n'), longTextLimit),
  };
};
