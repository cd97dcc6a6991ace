/** Characters up to which the search of the JavaScript engine takes no noticeable time on any text. */
const shortNeedle = 32;

/** For each position in the needle, the length of its longest proper prefix that ends there. */
const overlapsOf = (needle: string): Int32Array => {
  const overlaps = new Int32Array(needle.length);
  for (let at = 1, length = 0; at < needle.length; at += 1) {
    while (length > 0 && needle[at] !== needle[length]) length = overlaps[length - 1] ?? 0;
    if (needle[at] === needle[length]) length += 1;
    overlaps[at] = length;
  }
  return overlaps;
};

/**
 * Compiles a search for one text in others that takes time linear in both (Knuth, Morris and Pratt). In the worst case
 * the search of the JavaScript engine takes the product of both, for a long needle that almost matches everywhere.
 */
export const compileTextSearch = (needle: string): ((text: string) => boolean) => {
  if (needle.length <= shortNeedle) return (text) => text.includes(needle);
  const overlaps = overlapsOf(needle);
  return (text) => {
    let length = 0;
    for (let at = 0; at < text.length; at += 1) {
      while (length > 0 && text[at] !== needle[length]) length = overlaps[length - 1] ?? 0;
      if (text[at] === needle[length]) length += 1;
      if (length === needle.length) return true;
    }
    return false;
  };
};
