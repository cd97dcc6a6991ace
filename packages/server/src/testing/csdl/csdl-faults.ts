import { parseXml } from '@rgrove/parse-xml';
import { annotationFaults } from './csdl-terms.ts';
import { grammarFaults } from './csdl-grammar.ts';
import { csdlModel } from './csdl-model.ts';
import { referenceFaults } from './csdl-references.ts';

/**
 * What is wrong with a CSDL document, each fault with its place; empty for a sound one. Knows the part of CSDL XML 4.0
 * that the portal writes and refuses all else, and so is stricter than the standard: what the model adds is
 * added here first. Throws for what is no well-formed XML.
 */
export const csdlFaults = (xml: string): readonly string[] => {
  const { root } = parseXml(xml);
  if (root?.name !== 'edmx:Edmx') return ['The document is no edmx:Edmx'];
  const faults = grammarFaults(root);
  if (faults.length > 0) return faults;
  const model = csdlModel(root);
  return [...referenceFaults(root, model), ...annotationFaults(root, model)];
};
