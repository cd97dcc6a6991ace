import type { z } from 'zod';
import { Problem } from '../problems.ts';

/** A path within an item or a file: names of members and positions in lists. */
export type FaultPath = readonly (string | number)[];

/** A fault at a path. */
export interface ItemFault {
  readonly path: FaultPath;
  readonly message: string;
}

/** An item that cannot be stored, or a stored row that cannot be written as an item. */
export class ItemFaults extends Error {
  override readonly name = 'ItemFaults';
  readonly faults: readonly ItemFault[];

  constructor(faults: readonly ItemFault[]) {
    super(faults.map(({ message }) => message).join(' '));
    this.faults = faults;
  }
}

/** A single fault as an error. */
export const itemFault = (path: FaultPath, message: string): ItemFaults => new ItemFaults([{ path, message }]);

/** The issues of a schema as faults; an unknown key has the path of the key itself. */
export const faultsOf = (error: z.core.$ZodError): ItemFault[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.map((each) => (typeof each === 'number' ? each : String(each)));
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key], message: `"${key}" is not known here.` }));
  });

/**
 * Parses the body of a call with the schema of the call. `places` maps members of the body to those of the file, if
 * they differ.
 *
 * @throws ItemFaults with the issues of the schema.
 */
export const parseBody = <Schema extends z.ZodType>(
  schema: Schema,
  body: z.input<Schema>,
  places: Readonly<Record<string, string>> = {},
): z.output<Schema> => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ItemFaults(
    faultsOf(parsed.error).map(({ path: [first, ...rest], message }) => {
      const place = typeof first === 'string' ? places[first] : undefined;
      return { path: first === undefined ? [] : place === undefined ? [first, ...rest] : [place], message };
    }),
  );
};

/** The path of a field such as `controls[3].name`. */
const pathOf = (field: string): FaultPath =>
  field
    .split(/[.[\]]/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** The faults of a problem: by field if it has fields, otherwise its detail. */
export const faultsOfProblem = ({ errors, detail }: Problem): ItemFault[] =>
  errors === undefined
    ? [{ path: [], message: detail }]
    : Object.entries(errors).flatMap(([field, messages]) =>
        messages.map((message) => ({ path: pathOf(field), message })),
      );

/**
 * Returns the result of a check of the area.
 *
 * @throws ItemFaults if the check throws a problem below 500.
 */
export const checkedBy = <Result>(check: () => Result): Result => {
  try {
    return check();
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw new ItemFaults(faultsOfProblem(error));
    throw error;
  }
};
