import { parseXml } from '@rgrove/parse-xml';
import { annotationFaults } from './csdl-terms.ts';
import { grammarFaults } from './csdl-grammar.ts';
import { csdlModel } from './csdl-model.ts';
import { referenceFaults } from './csdl-references.ts';

/**
 * Returns the faults of a CSDL document, each with its location; empty for a valid one. Supports only the part of CSDL
 * XML 4.0 that the portal writes, and is therefore stricter than the standard: additions to the model must be added
 * here first. Throws for XML that is not well-formed.
 */
export const csdlFaults = (xml: string): readonly string[] => {
  const { root } = parseXml(xml);
  if (root?.name !== 'edmx:Edmx') return ['The document is no edmx:Edmx'];
  const faults = grammarFaults(root);
  if (faults.length > 0) return faults;
  const model = csdlModel(root);
  return [...referenceFaults(root, model), ...annotationFaults(root, model)];
};
