import { Document, isScalar, Scalar, visit } from 'yaml';

/** Characters that YAML does not preserve in block or plain scalars. */
const unkept = /[^\t\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

const isPlain = (text: string): boolean => !unkept.test(text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''));

/** Writes texts, numbers, lists and maps as YAML; equal values have equal text. */
export const writeYaml = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false, version: '1.2' });
  visit(document, {
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === 'string' && !isPlain(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, blockQuote: 'literal' });
};
