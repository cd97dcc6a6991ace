import type { Option } from '../../../ui/fields/select-input.tsx';

/** The options with the one that a unit has already, though it is offered no more. */
export const withPresent = (
  offered: readonly Option[],
  value: Option['value'] | null | undefined,
  label: string | null | undefined,
): readonly Option[] =>
  value && label && offered.every((each) => each.value !== value) ? [...offered, { value, label }] : offered;
