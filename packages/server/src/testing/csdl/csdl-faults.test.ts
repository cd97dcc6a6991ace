import { expect, test } from 'vitest';
import { csdlFaults } from './csdl-faults.ts';

const include = (name: string): string =>
  `<edmx:Reference Uri="https://example.org/${name}.xml"><edmx:Include Namespace="Org.OData.${name}.V1" Alias="${name}"/></edmx:Reference>`;

const sound = `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
${include('Core')}${include('Capabilities')}
<edmx:DataServices>
<Schema Namespace="CFS" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<EnumType Name="Colour"><Member Name="Red" Value="1"/><Member Name="Blue" Value="2"/></EnumType>
<EntityType Name="House">
  <Key><PropertyRef Name="houseId"/></Key>
  <Property Name="houseId" Type="Edm.Guid" Nullable="false"/>
  <Property Name="colour" Type="CFS.Colour"/>
  <Property Name="height" Type="Edm.Double" Nullable="false"/>
  <Property Name="built" Type="Edm.DateTimeOffset" Precision="3"/>
  <NavigationProperty Name="rooms" Type="Collection(CFS.Room)" Partner="house"/>
  <Annotation Term="Core.Description" String="Where people live."/>
</EntityType>
<EntityType Name="Room">
  <Key><PropertyRef Name="roomId"/></Key>
  <Property Name="roomId" Type="Edm.Int64" Nullable="false"/>
  <NavigationProperty Name="house" Type="CFS.House"/>
  <NavigationProperty Name="next" Type="CFS.Room"/>
</EntityType>
<EntityContainer Name="Container">
  <EntitySet Name="houses" EntityType="CFS.House">
    <NavigationPropertyBinding Path="rooms" Target="rooms"/>
    <Annotation Term="Capabilities.TopSupported" Bool="true"/>
    <Annotation Term="Capabilities.FilterRestrictions"><Record>
      <PropertyValue Property="Filterable" Bool="true"/>
      <PropertyValue Property="NonFilterableProperties"><Collection>
        <PropertyPath>colour</PropertyPath><PropertyPath>built</PropertyPath>
        <PropertyPath>rooms/house/height</PropertyPath>
      </Collection></PropertyValue>
    </Record></Annotation>
    <Annotation Term="Capabilities.ReadRestrictions"><Record>
      <PropertyValue Property="ReadByKeyRestrictions"><Record>
        <PropertyValue Property="Readable" Bool="false"/>
      </Record></PropertyValue>
    </Record></Annotation>
  </EntitySet>
  <EntitySet Name="rooms" EntityType="CFS.Room">
    <NavigationPropertyBinding Path="house" Target="houses"/>
  </EntitySet>
  <Annotation Term="Capabilities.SupportedFormats"><Collection><String>json</String></Collection></Annotation>
</EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`;

const changed = (before: string, after: string): string => {
  expect(sound).toContain(before);
  return sound.replace(before, () => after);
};

test('a valid document has no faults', () => {
  expect(csdlFaults(sound)).toEqual([]);
});

test.each([
  ['an unknown attribute', 'Name="colour"', 'Name="colour" Hue="7"', 'no attribute Hue is allowed'],
  ['an attribute of another element', 'Name="rooms" Type', 'Name="rooms" Precision="3" Type', 'no attribute Precision'],
  [
    'an unknown element',
    '<EntitySet Name="rooms"',
    '<Singleton/><EntitySet Name="rooms"',
    'Singleton: no such element',
  ],
  ['a property without a type', 'Name="colour" Type="CFS.Colour"', 'Name="colour"', 'colour: Type is missing'],
  ['a set without a name', 'Name="houses" EntityType', 'EntityType', 'EntitySet: Name is missing'],
  ['a name that is not an identifier', 'Name="height"', 'Name="7 feet"', 'Name cannot be "7 feet"'],
  ['a facet that is not a number', 'Precision="3"', 'Precision="three"', 'Precision cannot be "three"'],
  ['a flag that is neither true nor false', 'Nullable="false"', 'Nullable="no"', 'Nullable cannot be "no"'],
  ['a member without a number', 'Name="Red" Value="1"', 'Name="Red" Value="red"', 'Value cannot be "red"'],
  ['an unsupported version', 'Version="4.0"', 'Version="3.0"', 'Version cannot be "3.0"'],
  ['an unknown namespace', 'ns/edm"', 'ns/other"', 'xmlns cannot be'],
  ['text between elements', '<EntityContainer', 'hello<EntityContainer', 'cannot hold the text "hello"'],
  ['a type without a key', '<Key><PropertyRef Name="roomId"/></Key>', '', 'EntityType Room: cannot hold'],
  ['an empty key', '<PropertyRef Name="roomId"/>', '', 'Key: cannot hold nothing'],
])('refuses %s', (_fault, before, after, message) => {
  expect(csdlFaults(changed(before, after)).join('\n')).toContain(message);
});

test.each([
  ['references after the services', /(<edmx:Reference [^]*?)(<edmx:DataServices>[^]*<\/edmx:DataServices>)/, '$2$1'],
  ['a key after the properties', /(<Key>.*<\/Key>)\s*(<Property .*>)/, '$2$1'],
  ['a binding after annotations', /(<NavigationPropertyBinding .*>)\s*(<Annotation .*>)/, '$2$1'],
  ['sets after annotations', /(<EntitySet Name="rooms"[^]*?<\/EntitySet>)\s*(<Annotation [^]*?<\/Annotation>)/, '$2$1'],
])('refuses elements in a wrong order: %s', (_fault, before, after) => {
  expect(sound).toMatch(before);
  expect(csdlFaults(sound.replace(before, after))).toContainEqual(expect.stringContaining(': cannot hold'));
});

test.each([
  [
    'two types with one name',
    'EntityType Name="Room"',
    'EntityType Name="Colour"',
    'EntityType Colour: the name is taken',
  ],
  [
    'two sets with one name',
    'EntitySet Name="rooms"',
    'EntitySet Name="houses"',
    'EntitySet houses: the name is taken',
  ],
  ['two members with one name', 'Name="Blue"', 'Name="Red"', 'Member Red: the name is taken'],
  ['two properties with one name', 'Name="height"', 'Name="colour"', 'Property colour: the name is taken'],
  [
    'a property and a navigation property with one name',
    'Name="height"',
    'Name="rooms"',
    'NavigationProperty rooms: the name is taken',
  ],
  [
    'two annotations with one term',
    'SupportedFormats"',
    'SupportedFormats"/><Annotation Term="Capabilities.SupportedFormats"',
    'the name is taken',
  ],
  ['two values for one member', 'Property="NonFilterableProperties"', 'Property="Filterable"', 'the name is taken'],
  [
    'two vocabularies with one alias',
    'Alias="Core"',
    'Alias="Capabilities"',
    'edmx:Include Capabilities: the name is taken',
  ],
  ['an unknown primitive type', 'Edm.Double', 'Edm.Real', 'Property height: no type Edm.Real'],
  ['an undeclared enumeration', 'CFS.Colour', 'CFS.Color', 'Property colour: no type CFS.Color'],
  ['an entity as the type of a property', 'CFS.Colour', 'CFS.Room', 'Property colour: no type CFS.Room'],
  ['a facet that the type does not support', 'Type="Edm.Double"', 'Type="Edm.Double" Scale="2"', 'takes no Scale'],
  [
    'a navigation property of an undeclared type',
    'Collection(CFS.Room)',
    'Collection(CFS.Hall)',
    'no entity type CFS.Hall',
  ],
  [
    'a navigation property of an enumeration type',
    'Name="next" Type="CFS.Room"',
    'Name="next" Type="CFS.Colour"',
    'no entity type CFS.Colour',
  ],
  ['an unknown partner', 'Partner="house"', 'Partner="home"', 'NavigationProperty rooms: no partner home'],
  ['a partner of another type', 'Partner="house"', 'Partner="next"', 'no partner next'],
  ['a set of an undeclared type', 'EntityType="CFS.Room"', 'EntityType="CFS.Hall"', 'rooms: no entity type CFS.Hall'],
  ['a key that is not a property', 'PropertyRef Name="houseId"', 'PropertyRef Name="rooms"', 'Key: no property rooms'],
  ['a nullable key', 'Type="Edm.Guid" Nullable="false"', 'Type="Edm.Guid"', 'Key: houseId may be null'],
  [
    'a key of a floating-point type',
    'PropertyRef Name="houseId"',
    'PropertyRef Name="height"',
    'height is of no type for keys',
  ],
  [
    'a binding of a property that is not a navigation property',
    'Path="rooms"',
    'Path="colour"',
    'no such navigation property',
  ],
  ['a binding to an unknown set', 'Target="houses"', 'Target="homes"', 'no set homes'],
  ['a binding to a set of another type', 'Target="houses"', 'Target="rooms"', 'the set is of another type'],
])('refuses %s', (_fault, before, after, message) => {
  expect(csdlFaults(changed(before, after)).join('\n')).toContain(message);
});

test.each([
  ['an unknown term', 'TopSupported', 'TopAllowed', 'Capabilities.TopAllowed: no such term'],
  ['a vocabulary that is not included', 'Term="Core.', 'Term="Kernel.', 'Kernel.Description: no such term'],
  ['a term of another vocabulary', 'Term="Core.', 'Term="Capabilities.', 'Capabilities.Description: no such term'],
  [
    'a term on an element that it does not apply to',
    'Core.Description" String="Where people live."',
    'Capabilities.TopSupported" Bool="true"',
    'applies to EntitySet',
  ],
  [
    'a constant of another type',
    'TopSupported" Bool="true"',
    'TopSupported" String="true"',
    'the value is @Bool, not @String',
  ],
  ['a term without a value', 'TopSupported" Bool="true"', 'TopSupported"', 'the value is @Bool, not absent'],
  ['two values at once', 'TopSupported" Bool="true"', 'TopSupported" Bool="true" String="yes"', 'the value is @Bool'],
  [
    'a collection of items of another type',
    '<String>json</String>',
    '<PropertyPath>json</PropertyPath>',
    'the value is Collection of String',
  ],
  [
    'a member that the term does not have',
    'Property="Filterable"',
    'Property="Sortable"',
    'the term has no such member',
  ],
  ['a member of another type', 'Filterable" Bool="true"', 'Filterable" Int="1"', 'the value is @Bool, not @Int'],
  ['a path to a navigation property', '<PropertyPath>built<', '<PropertyPath>rooms<', 'no property rooms'],
])('refuses annotations with %s', (_fault, before, after, message) => {
  expect(csdlFaults(changed(before, after)).join('\n')).toContain(message);
});

test('refuses documents that are not CSDL or not XML', () => {
  expect(csdlFaults('<html/>')).toEqual(['The document is no edmx:Edmx']);
  for (const broken of [sound.replace('</Schema>', ''), sound.replace('Name="Red"', 'Name="Red" Name="Red"'), '', '{}'])
    expect(() => csdlFaults(broken)).toThrow(/.+/);
});
