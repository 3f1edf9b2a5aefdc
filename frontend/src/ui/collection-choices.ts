/** A folder as a list of choices needs it: the root's own has no place among them. */
export interface Pickable {
  id: string
  name: string
  parentCollectionId: string | null
}

export interface CollectionChoice {
  /** Null is the root. */
  id: string | null
  name: string
  /** How deep it lies: 0 is the root. */
  level: number
  /** The name of what it lies in; empty for the root. */
  within: string
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The root, called `rootName`, and every folder below what it is in. One whose parent is not seen is at the root. */
export const collectionChoices = (folders: readonly Pickable[], rootName: string): CollectionChoice[] => {
  const ids = new Set(folders.map(({ id }) => id))
  const below = Map.groupBy(folders, ({ parentCollectionId: id }) => (id !== null && ids.has(id) ? id : null))
  const list = (parent: CollectionChoice): CollectionChoice[] => [
    parent,
    ...(below.get(parent.id) ?? [])
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .flatMap(({ id, name }) => list({ id, name, level: parent.level + 1, within: parent.name })),
  ]
  return list({ id: null, name: rootName, level: 0, within: '' })
}

/** Those with the words in their names, of which none is above another any more. */
export const collectionsCalled = (choices: readonly CollectionChoice[], words: string): CollectionChoice[] => {
  const wanted = words.trim().toLowerCase()
  return choices.filter(({ name }) => name.toLowerCase().includes(wanted)).map((choice) => ({ ...choice, level: 0 }))
}
