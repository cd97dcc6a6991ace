import type { OscalControl } from './oscal-schema.ts';

/**
 * The name that a control is cited by: its label without a class such as AC-2(1), else its first label, else its id in
 * capitals.
 */
export const controlLabel = ({ id, props = [] }: OscalControl): string => {
  const labels = props.filter(({ name }) => name === 'label');
  const label = labels.find((each) => each.class === undefined) ?? labels[0];
  return label?.value ?? id.toUpperCase();
};

/** Whether the catalogue marks the control as withdrawn. */
export const isWithdrawn = ({ props = [] }: OscalControl): boolean =>
  props.some(({ name, value }) => name === 'status' && value.toLowerCase() === 'withdrawn');
