import { type XmlElement, XmlText } from '@rgrove/parse-xml';
import { elementsIn, placeOf } from './csdl-elements.ts';

/** The allowed form of an element: its attributes and its content. */
interface Rule {
  readonly required?: Readonly<Record<string, RegExp>>;
  readonly optional?: Readonly<Record<string, RegExp>>;
  /** The names of the child elements in their order, each followed by a blank; if absent, there must be none. */
  readonly content?: RegExp;
  /** The text of the element; if absent, only blanks are allowed. */
  readonly text?: RegExp;
}

const identifier = String.raw`[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]{0,127}`;
const pattern = (text: string): RegExp => new RegExp(`^(?:${text})$`, 'u');

const name = pattern(identifier);
const path = pattern(String.raw`${identifier}(?:/${identifier})*`);
const namespace = pattern(String.raw`${identifier}(?:\.${identifier})*`);
const qualifiedName = pattern(String.raw`${identifier}(?:\.${identifier})+`);
const anyType = pattern(String.raw`${identifier}(?:\.${identifier})+|Collection\(${identifier}(?:\.${identifier})+\)`);
const flag = pattern('true|false');
const integer = pattern(String.raw`-?\d{1,9}`);
const anything = pattern('[^]*');

/** The part of CSDL XML that the portal's model uses. */
const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    'edmx:Edmx': {
      required: {
        Version: pattern(String.raw`4\.0`),
        'xmlns:edmx': pattern('http://docs.oasis-open.org/odata/ns/edmx'),
      },
      content: /^(?:edmx:Reference )*edmx:DataServices $/,
    },
    'edmx:Reference': { required: { Uri: pattern(String.raw`https://\S+`) }, content: /^edmx:Include $/ },
    'edmx:Include': { required: { Namespace: namespace, Alias: name } },
    'edmx:DataServices': { content: /^Schema $/ },
    Schema: {
      required: { Namespace: namespace, xmlns: pattern('http://docs.oasis-open.org/odata/ns/edm') },
      content: /^(?:EnumType |EntityType )*EntityContainer $/,
    },
    EnumType: { required: { Name: name }, content: /^(?:Member )+$/ },
    Member: { required: { Name: name, Value: integer } },
    EntityType: {
      required: { Name: name },
      content: /^Key (?:Property )+(?:NavigationProperty )*(?:Annotation )*$/,
    },
    Key: { content: /^(?:PropertyRef )+$/ },
    PropertyRef: { required: { Name: name } },
    Property: {
      required: { Name: name, Type: qualifiedName },
      optional: {
        Nullable: flag,
        Precision: pattern(String.raw`\d{1,2}`),
        Scale: pattern(String.raw`\d{1,2}|variable`),
      },
      content: /^(?:Annotation )*$/,
    },
    NavigationProperty: { required: { Name: name, Type: anyType }, optional: { Partner: name } },
    EntityContainer: { required: { Name: name }, content: /^(?:EntitySet )+(?:Annotation )*$/ },
    EntitySet: {
      required: { Name: name, EntityType: qualifiedName },
      content: /^(?:NavigationPropertyBinding )*(?:Annotation )*$/,
    },
    NavigationPropertyBinding: { required: { Path: name, Target: name } },
    Annotation: {
      required: { Term: qualifiedName },
      optional: { String: anything, Bool: flag },
      content: /^(?:Collection |Record )?$/,
    },
    Record: { content: /^(?:PropertyValue )*$/ },
    PropertyValue: {
      required: { Property: name },
      optional: { Bool: flag, Int: integer },
      content: /^(?:Collection |Record )?$/,
    },
    Collection: { content: /^(?:(?:String )*|(?:PropertyPath )*)$/ },
    String: { text: anything },
    PropertyPath: { text: path },
  } satisfies Readonly<Record<string, Rule>>),
);

const attributeFaults = (element: XmlElement, { required = {}, optional = {} }: Rule): readonly string[] => {
  const allowed = new Map(Object.entries({ ...required, ...optional }));
  const missing = Object.keys(required).filter((each) => element.attributes[each] === undefined);
  const given = Object.entries(element.attributes).flatMap(([each, value]) => {
    const form = allowed.get(each);
    if (form === undefined) return [`no attribute ${each} is allowed`];
    return form.test(value) ? [] : [`${each} cannot be "${value}"`];
  });
  return [...missing.map((each) => `${each} is missing`), ...given];
};

const contentFaults = (element: XmlElement, { content = /^$/, text = /^\s*$/ }: Rule): readonly string[] => {
  const inside = elementsIn(element).map((child) => `${child.name} `);
  const written = element.children.map((child) => (child instanceof XmlText ? child.text : '')).join('');
  return [
    ...(content.test(inside.join('')) ? [] : [`cannot hold ${inside.join('').trim() || 'nothing'}`]),
    ...(text.test(written) ? [] : [`cannot hold the text "${written.trim()}"`]),
  ];
};

/**
 * Returns the faults of an element and its content: unknown elements and attributes, missing or malformed ones, and
 * elements in a wrong place. Empty if there are none.
 */
export const grammarFaults = (element: XmlElement): readonly string[] => {
  const rule = rules.get(element.name);
  if (rule === undefined) return [`${placeOf(element)}: no such element`];
  const own = [...attributeFaults(element, rule), ...contentFaults(element, rule)];
  return [...own.map((fault) => `${placeOf(element)}: ${fault}`), ...elementsIn(element).flatMap(grammarFaults)];
};
