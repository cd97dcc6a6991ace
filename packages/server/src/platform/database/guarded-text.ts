const most = 2_000;

/**
 * Puts the guard around a select, which then fails under any other scope than that of the key in its next parameter.
 * A text that comes back is answered as the same string, so that those who look it up do not hash it again.
 */
export const createGuardedTexts = (): ((text: string, values: readonly unknown[]) => string) => {
  const texts = new Map<string, string>();
  return (text, values) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const guarded = `select guarded.* from (${text}) guarded where gate.expect_scope($${values.length + 1})`;
    texts.set(text, guarded);
    if (texts.size > most) texts.delete(texts.keys().next().value ?? '');
    return guarded;
  };
};
