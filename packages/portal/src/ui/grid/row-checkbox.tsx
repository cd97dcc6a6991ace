import type { ChangeEvent, KeyboardEvent } from 'react';

/** The icon paths of MUI's `Checkbox`. */
const checkedIcon =
  'M19 3H5c-1.11 0-2 .9-2 2v14c0 1.1.89 2 2 2h14c1.11 0 2-.9 2-2V5c0-1.1-.89-2-2-2zm-9 14l-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8l-9 9z';
const uncheckedIcon = 'M19 5v14H5V5h14m0-2H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2z';

interface RowCheckboxProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly tabIndex?: 0 | -1;
}

/** A checkbox that selects a row. Plain elements instead of MUI's `Checkbox`, because every row renders one. */
export const RowCheckbox = ({ label, isSelected, onChange, onKeyDown, tabIndex = 0 }: RowCheckboxProps) => (
  <span className={isSelected ? 'row-checkbox chosen' : 'row-checkbox'}>
    <input
      type="checkbox"
      name="select_row"
      aria-label={label}
      checked={isSelected}
      tabIndex={tabIndex}
      onChange={onChange}
      onKeyDown={onKeyDown}
    />
    <svg viewBox="0 0 24 24" aria-hidden>
      <path d={isSelected ? checkedIcon : uncheckedIcon} />
    </svg>
  </span>
);
