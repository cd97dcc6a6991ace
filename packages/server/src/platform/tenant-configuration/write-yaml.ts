import { Document, isScalar, Scalar, visit } from 'yaml';

/** Characters that a block or plain text would not keep as they are. */
const unkept = /[^\t\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

const isPlain = (text: string): boolean => !unkept.test(text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''));

/** YAML text of texts, numbers, lists and maps; the same text for the same values. */
export const writeYaml = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false, version: '1.2' });
  visit(document, {
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === 'string' && !isPlain(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, blockQuote: 'literal' });
};
