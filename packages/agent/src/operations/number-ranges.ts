import { OperationError } from './operation-result.ts';

/**
 * Parses ranges such as `0,2-5` into a predicate of whole numbers.
 *
 * @throws OperationError for anything else.
 */
export const parseRanges = (name: string, text: string): ((number: number) => boolean) => {
  const ranges = text.split(',').map((part) => {
    const match = /^\s*(\d{1,10})\s*(?:-\s*(\d{1,10})\s*)?$/.exec(part);
    if (!match) throw new OperationError(`${name} must be numbers and ranges: 200-299,401`);
    const first = Number(match[1]);
    return [first, Number(match[2] ?? first)] as const;
  });
  return (number) => ranges.some(([first, last]) => number >= first && number <= last);
};
