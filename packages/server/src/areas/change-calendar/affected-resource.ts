/** A resource as a change or a maintenance window names it. */
export interface AffectedResource {
  readonly name: string;
  /** Kind and id of the resource, as `Entity 4f1c…` for a device or block; absent if only the name is known. */
  readonly entity?: string | undefined;
}

/** The key by which names are compared, without regard to case. */
export const nameKey = ({ name }: AffectedResource): string => name.toLowerCase();
