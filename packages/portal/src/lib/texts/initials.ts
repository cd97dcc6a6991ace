/** The first two initials of a name, in upper case. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s.@_-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
