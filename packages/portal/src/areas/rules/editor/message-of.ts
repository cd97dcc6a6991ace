/** The message of a group of fields as a whole, wherever the resolver puts it. */
export const messageOf = (error: unknown): string | undefined => {
  const { message, root } = (error ?? {}) as {
    readonly message?: string;
    readonly root?: { readonly message?: string };
  };
  return root?.message ?? message;
};
