import type { Option } from '../../../ui/fields/select-input.tsx';

/** Adds the option that a unit already has if it is no longer offered. */
export const withCurrentOption = (
  offered: readonly Option[],
  value: Option['value'] | null | undefined,
  label: string | null | undefined,
): readonly Option[] =>
  value && label && offered.every((each) => each.value !== value) ? [...offered, { value, label }] : offered;
