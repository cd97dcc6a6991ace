import { XmlElement } from '@rgrove/parse-xml';

/** The value of an attribute; empty if the element does not have it. */
export const attributeOf = (element: XmlElement, name: string): string => element.attributes[name] ?? '';

/** The child elements of an element, of one name or of any, in document order. */
export const elementsIn = (parent: XmlElement, name?: string): readonly XmlElement[] =>
  parent.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && (name === undefined || child.name === name),
  );

/** An element and all its descendants. */
export const withDescendants = (element: XmlElement): readonly XmlElement[] => [
  element,
  ...elementsIn(element).flatMap(withDescendants),
];

/** The value that distinguishes an element from its siblings; `undefined` for elements that may repeat. */
export const identityOf = ({ attributes }: XmlElement): string | undefined =>
  ['Name', 'Path', 'Term', 'Property', 'Uri', 'Alias']
    .map((each) => attributes[each])
    .find((value) => value !== undefined);

/** The location of an element, for the message of a fault: `EntityType Person > Property name`. */
export const placeOf = (element: XmlElement): string => {
  const own = [element.name, identityOf(element)].filter((part) => part !== undefined).join(' ');
  const { parent } = element;
  return parent instanceof XmlElement && identityOf(parent) !== undefined ? `${placeOf(parent)} > ${own}` : own;
};
