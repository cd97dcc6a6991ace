/** A resource as a change or a maintenance window names it. */
export interface AffectedResource {
  readonly name: string;
  /** Kind and id of what it is, as `Entity 4f1c…` for a device or block; absent where there is only a name. */
  readonly entity?: string | undefined;
}

/** The name by which names are compared. */
export const nameKey = ({ name }: AffectedResource): string => name.toLowerCase();
