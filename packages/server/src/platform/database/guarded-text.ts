const maxTexts = 2_000;

/**
 * Wraps a select into the scope guard: it fails unless the connection's scope has the key in the next parameter.
 * Cached: equal texts yield the same string instance, whose hash is computed once.
 */
export const createGuardedTexts = (): ((text: string, values: readonly unknown[]) => string) => {
  const texts = new Map<string, string>();
  return (text, values) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const guarded = `select guarded.* from (${text}) guarded where gate.expect_scope($${values.length + 1})`;
    texts.set(text, guarded);
    if (texts.size > maxTexts) texts.delete(texts.keys().next().value ?? '');
    return guarded;
  };
};
