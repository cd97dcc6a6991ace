import { RE2JS } from 're2js';

/** Most bytes of the computed states of patterns. Beyond it, the least recently used patterns are evicted. */
const heldBytesLimit = 32 * 1_048_576;
const compiledLimit = 1_000;

interface Compiled {
  readonly pattern: RE2JS;
  heldBytes: number;
}

const statesBytes = (pattern: RE2JS): number => {
  const { maxMem, memBudget } = pattern.re2().dfa;
  return maxMem - memBudget;
};

const createCompiledPatterns = () => {
  const known = new Map<string, Compiled>();
  let heldBytes = 0;

  const evict = (source: string, { heldBytes: bytes }: Compiled): void => {
    known.delete(source);
    heldBytes -= bytes;
  };

  /** Returns the pattern, from the cache if possible, and marks it as most recently used. */
  const take = (source: string): Compiled => {
    const compiled = known.get(source) ?? { pattern: RE2JS.compile(source), heldBytes: 0 };
    known.delete(source);
    known.set(source, compiled);
    return compiled;
  };

  return (source: string, text: string): boolean => {
    const compiled = take(source);
    const found = compiled.pattern.test(text);
    const bytes = statesBytes(compiled.pattern);
    heldBytes += bytes - compiled.heldBytes;
    compiled.heldBytes = bytes;
    for (const [oldest, held] of known) {
      if (known.size === 1 || (heldBytes <= heldBytesLimit && known.size <= compiledLimit)) break;
      evict(oldest, held);
    }
    return found;
  };
};

/**
 * Whether a regular expression matches anywhere in a text, in time linear in the text. Each thread caches its compiled
 * patterns within 32 MiB. Throws if the source is not a regular expression.
 */
export const testPattern = createCompiledPatterns();
