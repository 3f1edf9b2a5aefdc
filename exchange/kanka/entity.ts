import { idOf, isTrue, type Json, listOf, objectOf, textOf } from '../json.ts'

/** Values of Kanka's `visibility_id` for parts of an entity that members see; all others are for admins or for one person. */
const open = new Set(['', '1', '5'])
export const isHidden = (part: Json): boolean => isTrue(part.is_private) || !open.has(textOf(part.visibility_id))
/** True for a part that only one person sees, who need not be the importer. */
export const isPersonal = (part: Json): boolean => ['3', '4'].includes(textOf(part.visibility_id))

/** An entity of an export: a character, a place, a quest. */
export interface KankaEntity {
  /** Id that mentions, parents and relations use. */
  id: string
  /** Id that fields such as `location_id` use, unique within `module` only. */
  typedId: string
  /** The folder of its file: `characters`. */
  module: string
  name: string
  isPrivate: boolean
  parentId: string
  /** All of the file; `entity` is a part of it. */
  record: Json
  entity: Json
}

/** Reads the file of an entity; undefined for any other file. */
export const parseEntity = (module: string, record: Json): KankaEntity | undefined => {
  const entity = objectOf(record.entity)
  const id = idOf(entity?.id)
  if (!entity || id === '') return undefined
  return {
    id,
    typedId: idOf(record.id) || idOf(entity.entity_id),
    module,
    name: textOf(entity.name) || textOf(record.name) || 'Untitled',
    isPrivate: isTrue(entity.is_private) || isTrue(record.is_private),
    parentId: idOf(entity.parent_id),
    record,
    entity,
  }
}

export interface Property {
  name: string
  value: string
  isHidden: boolean
  /** The id of an entity that the value names. */
  entityId?: string
}

/** Fields that are words, by their names in a file. */
const fields: Readonly<Record<string, string>> = {
  title: 'Title',
  age: 'Age',
  sex: 'Gender',
  pronouns: 'Pronouns',
  date: 'Date',
  price: 'Price',
  size: 'Size',
  weight: 'Weight',
}

/** Kanka's type of an attribute that is a heading and has no value. */
const headingAttribute = '4'

const attributesOf = ({ entity }: KankaEntity): Property[] =>
  listOf(entity.entityAttributes)
    .filter(({ type_id }) => textOf(type_id) !== headingAttribute)
    .map((attribute) => ({
      name: textOf(attribute.name).replace(/\[range:[^\]]*\]/, ''),
      value: textOf(attribute.type_id) === '3' ? (isTrue(attribute.value) ? 'Yes' : 'No') : textOf(attribute.value),
      isHidden: isHidden(attribute) || isTrue(attribute.is_hidden) || isTrue(entity.is_attributes_private),
    }))

const traitsOf = ({ record }: KankaEntity): Property[] =>
  listOf(record.characterTraits).map((trait) => ({
    name: textOf(trait.name),
    value: textOf(trait.entry),
    // The second section is the personality, which a character may hide as a whole.
    isHidden: isHidden(trait) || (textOf(trait.section_id) === '2' && textOf(record.is_personality_visible) === '0'),
  }))

/** Properties that are text. */
export const propertiesOf = (entity: KankaEntity): Property[] => {
  const type = textOf(entity.entity.type) || textOf(entity.record.type)
  const plain = Object.entries(fields).map(([field, name]) => ({
    name,
    value: textOf(entity.record[field]),
    isHidden: false,
  }))
  const all = [{ name: 'Type', value: type, isHidden: false }, ...plain, ...traitsOf(entity), ...attributesOf(entity)]
  return all.filter(({ name, value }) => name !== '' && value !== '')
}

interface Reference {
  name: string
  module: string
  typedId: string
  isHidden: boolean
  comment: string
}

const single: readonly [field: string, name: string, module: string][] = [
  ['location_id', 'Location', 'locations'],
  ['family_id', 'Family', 'families'],
  ['race_id', 'Race', 'races'],
  ['organisation_id', 'Organisation', 'organisations'],
  ['calendar_id', 'Calendar', 'calendars'],
]
const lists: readonly [list: string, field: string, name: string, module: string, inEntity: boolean][] = [
  ['characterFamilies', 'family_id', 'Family', 'families', false],
  ['characterRaces', 'race_id', 'Race', 'races', false],
  ['organisationMemberships', 'organisation_id', 'Member of', 'organisations', false],
  ['members', 'character_id', 'Member', 'characters', false],
  ['pivotMembers', 'character_id', 'Member', 'characters', false],
  ['entityLocations', 'location_id', 'Location', 'locations', true],
  ['abilities', 'ability_id', 'Ability', 'abilities', true],
  ['inventories', 'item_id', 'Item', 'items', true],
]

/** References to other entities by their typed ids. */
export const referencesOf = ({ record, entity }: KankaEntity): Reference[] =>
  [
    ...single.map(([field, name, module]) => ({
      name,
      module,
      typedId: idOf(record[field]),
      isHidden: false,
      comment: '',
    })),
    ...lists.flatMap(([list, field, name, module, inEntity]) =>
      listOf((inEntity ? entity : record)[list]).map((row) => ({
        name,
        module,
        typedId: idOf(row[field]),
        isHidden: isHidden(row),
        comment: textOf(row.role) || (list === 'inventories' ? textOf(row.amount) : ''),
      })),
    ),
  ].filter(({ typedId }) => typedId !== '')
