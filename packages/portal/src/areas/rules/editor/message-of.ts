/** The message about a group of fields as a whole; the resolver puts it on the group or on its `root`. */
export const messageOf = (error: unknown): string | undefined => {
  const { message, root } = (error ?? {}) as {
    readonly message?: string;
    readonly root?: { readonly message?: string };
  };
  return root?.message ?? message;
};
