import type { IntakeForm } from './intake.ts';
import { referredSchema } from './intake-schema.ts';
import { isRecord, type JsonRecord } from './json-record.ts';

/** One page of the wizard. */
export interface IntakeStep {
  readonly title: string;
  readonly description: string;
  /** Names of the fields in display order. */
  readonly fields: readonly string[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const recordsOf = (value: unknown): readonly JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** `ui:stepper`: a list of `{ title, description, fields }`. */
const fromStepper = (uischema: JsonRecord): readonly IntakeStep[] =>
  recordsOf(uischema['ui:stepper']).map(({ title, description, fields }) => ({
    title: textOf(title),
    description: textOf(description),
    fields: Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : [],
  }));

const controlField = /^#\/properties\/([^/]+)$/;

/** The controls within a Categorization element, through any nested layouts. */
export const controlsIn = (element: JsonRecord, depth = 0): readonly JsonRecord[] => {
  if (element['type'] === 'Control') return [element];
  return depth > 8 ? [] : recordsOf(element['elements']).flatMap((inner) => controlsIn(inner, depth + 1));
};

/** The field that a control shows. */
export const fieldOfControl = ({ scope }: JsonRecord): string | undefined => controlField.exec(textOf(scope))?.[1];

/** `Categorization`: each `Category` is a step, its controls are the fields. */
const fromCategories = (uischema: JsonRecord): readonly IntakeStep[] =>
  recordsOf(uischema['elements'])
    .filter(({ type }) => type === 'Category')
    .map((category) => ({
      title: textOf(category['label']),
      description: '',
      fields: controlsIn(category).flatMap((control) => fieldOfControl(control) ?? []),
    }));

/** The schema itself, or the target of its reference. */
export const resolvedSchema = (root: JsonRecord, schema: unknown): JsonRecord => {
  if (!isRecord(schema)) return {};
  return { ...referredSchema(root, schema['$ref']), ...schema };
};

/** Without explicit steps, a form that consists only of groups has one step per group. */
const fromGroups = ({ schema }: IntakeForm, names: readonly string[]): readonly IntakeStep[] => {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const groups = names.map((name) => [name, resolvedSchema(schema, properties[name])] as const);
  if (groups.length < 2 || groups.some(([, group]) => group['type'] !== 'object')) return [];
  return groups.map(([name, group]) => ({ title: textOf(group['title']) || name, description: '', fields: [name] }));
};

/** The steps of the wizard, at least one; fields that no step names are appended to the last. */
export const stepsOf = (form: IntakeForm): readonly [IntakeStep, ...IntakeStep[]] => {
  const { schema, uischema } = form;
  const names = isRecord(schema['properties']) ? Object.keys(schema['properties']) : [];
  const kinds = [fromStepper(uischema), fromCategories(uischema), fromGroups(form, names)];
  const steps = (kinds.find((kind) => kind.length > 0) ?? []).filter(({ fields }) => fields.length > 0);
  const left = names.filter((name) => steps.every(({ fields }) => !fields.includes(name)));
  const last = steps.at(-1) ?? { title: textOf(schema['title']), description: '', fields: [] };
  const [first = last, ...rest] = [...steps.slice(0, -1), { ...last, fields: [...last.fields, ...left] }];
  return [first, ...rest];
};
