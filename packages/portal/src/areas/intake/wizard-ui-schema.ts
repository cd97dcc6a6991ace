import type { IntakeForm } from '@cfs/contracts/intake';
import { controlsIn, fieldOfControl } from '@cfs/contracts/intake-steps';
import { isRecord, type JsonRecord } from '@cfs/contracts/json-record';

const widgets: ReadonlySet<unknown> = new Set(['textarea', 'radio', 'select', 'checkbox', 'checkboxes', 'updown']);
const words = ['placeholder', 'help', 'title', 'description'];

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Whether a tenant may set an option: texts and the presentation of a field, but no code and no styles. */
const isAllowed = (option: string, value: unknown): boolean => {
  if (words.includes(option)) return typeof value === 'string';
  if (option === 'widget') return widgets.has(value);
  if (option === 'order' || option === 'enumNames') return isTextList(value);
  if (option === 'rows') return typeof value === 'number' && value >= 1 && value <= 20;
  return option === 'inline' && typeof value === 'boolean';
};

const prefix = 'ui:';

/** Returns the allowed part of a UI schema, recursively. */
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

/** Converts a Categorization into a UI schema: labels, and text areas for texts of several lines. */
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

/** The UI schema of a form for the form library. */
export const wizardUiSchema = ({ uischema }: IntakeForm): JsonRecord =>
  uischema['type'] === 'Categorization' ? fromControls(uischema) : allowedPart(uischema);
