import type { OscalControl } from './oscal-schema.ts';

/** The name by which people cite a control: its unclassified label such as AC-2(1), or else its id in capitals. */
export const controlLabel = ({ id, props = [] }: OscalControl): string => {
  const labels = props.filter(({ name }) => name === 'label');
  const label = labels.find((each) => each.class === undefined) ?? labels[0];
  return label?.value ?? id.toUpperCase();
};

/** Whether the catalogue lists the control only to say that it was withdrawn. */
export const isWithdrawn = ({ props = [] }: OscalControl): boolean =>
  props.some(({ name, value }) => name === 'status' && value.toLowerCase() === 'withdrawn');
