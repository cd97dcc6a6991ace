/** Versions after SemVer 2 (https://semver.org/spec/v2.0.0.html). No schemas here. */

/** Characters of a version. */
export const versionLength = 100;

const number = String.raw`0|[1-9]\d*`;
const identifier = String.raw`(?:${number}|\d*[A-Za-z-][0-9A-Za-z-]*)`;
const pattern = new RegExp(
  String.raw`^(?<major>${number})\.(?<minor>${number})\.(?<patch>${number})` +
    String.raw`(?:-(?<tag>${identifier}(?:\.${identifier})*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`,
);

/** What decides the order of two versions. */
export interface SemanticVersion {
  /** Whether it has a pre-release tag. */
  readonly isPreRelease: boolean;
  /**
   * Text whose order is the precedence of versions; equal for versions that differ in build metadata only. It consists
   * of the letters a to p, which every collation orders alike.
   */
  readonly precedence: string;
}

/** A number as text in numeric order: the count of its digits comes first. */
const ordered = (digits: string): string => String(digits.length).padStart(3, '0') + digits;

/** A numeric identifier is below any other; the mark at the end is below any character of an identifier. */
const orderedIdentifier = (identifier: string): string =>
  `${/^\d+$/.test(identifier) ? `0${ordered(identifier)}` : `1${identifier}`}!`;

/** Each ASCII character as two letters from a to p, in the same order. */
const inLetters = (text: string): string =>
  text.replaceAll(/./g, (sign) =>
    String.fromCharCode(0x61 + (sign.charCodeAt(0) >> 4), 0x61 + (sign.charCodeAt(0) & 0xf)),
  );

/** Whether the first of two versions has the higher precedence; false where one is no SemVer 2 version. */
export const isLaterVersion = (version: string, other: string): boolean => {
  const [one, two] = [parseSemanticVersion(version), parseSemanticVersion(other)];
  return one !== undefined && two !== undefined && one.precedence > two.precedence;
};

/** `undefined` for text that is no SemVer 2 version or has more than {@link versionLength} characters. */
export const parseSemanticVersion = (text: string): SemanticVersion | undefined => {
  if (text.length > versionLength) return undefined;
  const { major, minor, patch, tag } = pattern.exec(text)?.groups ?? {};
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  const release = [major, minor, patch].map(ordered).join('');
  return {
    isPreRelease: tag !== undefined,
    precedence: inLetters(
      `${release}${tag === undefined ? '~' : `-${tag.split('.').map(orderedIdentifier).join('')}`}`,
    ),
  };
};
