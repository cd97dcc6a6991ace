import { XmlElement } from '@rgrove/parse-xml';

/** An attribute's text; empty where the element does not bear it. */
export const attributeOf = (element: XmlElement, name: string): string => element.attributes[name] ?? '';

/** The elements that stand right inside another, of one name or of any, in their order. */
export const elementsIn = (parent: XmlElement, name?: string): readonly XmlElement[] =>
  parent.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && (name === undefined || child.name === name),
  );

/** An element and everything below it. */
export const withDescendants = (element: XmlElement): readonly XmlElement[] => [
  element,
  ...elementsIn(element).flatMap(withDescendants),
];

/** What tells an element from its siblings; nothing for those that may repeat. */
export const identityOf = ({ attributes }: XmlElement): string | undefined =>
  ['Name', 'Path', 'Term', 'Property', 'Uri', 'Alias']
    .map((each) => attributes[each])
    .find((value) => value !== undefined);

/** Where an element stands, for the message of a fault: `EntityType Person > Property name`. */
export const placeOf = (element: XmlElement): string => {
  const own = [element.name, identityOf(element)].filter((part) => part !== undefined).join(' ');
  const { parent } = element;
  return parent instanceof XmlElement && identityOf(parent) !== undefined ? `${placeOf(parent)} > ${own}` : own;
};
