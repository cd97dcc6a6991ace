import type { IntakeForm } from '@cfs/contracts/intake';
import { controlsIn, fieldOfControl } from '@cfs/contracts/intake-steps';
import { isRecord, type JsonRecord } from '@cfs/contracts/json-record';

const widgets: ReadonlySet<unknown> = new Set(['textarea', 'radio', 'select', 'checkbox', 'checkboxes', 'updown']);
const words = ['placeholder', 'help', 'title', 'description'];

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Whether an option is one that a tenant may set: words and ways to show a field, nothing that runs or styles. */
const isAllowed = (option: string, value: unknown): boolean => {
  if (words.includes(option)) return typeof value === 'string';
  if (option === 'widget') return widgets.has(value);
  if (option === 'order' || option === 'enumNames') return isTextList(value);
  if (option === 'rows') return typeof value === 'number' && value >= 1 && value <= 20;
  return option === 'inline' && typeof value === 'boolean';
};

const prefix = 'ui:';

/** The part of a UI schema that the wizard follows, from the form's top to its deepest field. */
const allowedPart = (uischema: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(uischema).flatMap(([name, value]): readonly [string, unknown][] => {
      if (name === 'ui:options' && isRecord(value))
        return Object.entries(value)
          .filter(([option, each]) => isAllowed(option, each))
          .map(([option, each]) => [prefix + option, each]);
      if (name.startsWith(prefix)) return isAllowed(name.slice(prefix.length), value) ? [[name, value]] : [];
      return isRecord(value) ? [[name, allowedPart(value)]] : [];
    }),
  );

/** What a Categorization says of its fields: another label, and whether a text takes several lines. */
const fromControls = (uischema: JsonRecord): JsonRecord =>
  Object.fromEntries(
    controlsIn(uischema).flatMap((control): readonly [string, JsonRecord][] => {
      const field = fieldOfControl(control);
      const { label, options } = control;
      if (field === undefined) return [];
      const isLong = isRecord(options) && options['multi'] === true;
      return [
        [
          field,
          { ...(typeof label === 'string' && { 'ui:title': label }), ...(isLong && { 'ui:widget': 'textarea' }) },
        ],
      ];
    }),
  );

/** How the fields of a form are shown. */
export const wizardUiSchema = ({ uischema }: IntakeForm): JsonRecord =>
  uischema['type'] === 'Categorization' ? fromControls(uischema) : allowedPart(uischema);
