import type { ConjurationItem } from '#projections/answers.ts'
import { watchUnsaved } from '../../../base/unsaved.ts'
import {
  type ConjurationFields,
  createConjurationFields,
  type FieldsDeps,
  flushFields,
  isUnsaved,
  leaveFields,
} from './conjuration-fields.ts'

interface Open {
  fields: ConjurationFields
  /** The number of pages of this tab that show the lore. */
  pages: number
  /** Set while shown: stops watching the unsaved input. */
  unwatch?: () => void
}

/**
 * The lore that is edited in this tab, by id. It outlives its page: input that waits for a connection, or was rejected,
 * is still there when the page is reopened.
 */
const open = new Map<string, Open>()

/** Returns the fields of a lore item: those that are still open in this tab, or new ones with the stored values. */
export const conjurationFields = (row: ConjurationItem, position: string, deps: FieldsDeps): ConjurationFields => {
  const known = open.get(row.id)
  if (known) return known.fields
  const fields = createConjurationFields(row, position, deps)
  open.set(row.id, { fields, pages: 0 })
  return fields
}

/**
 * Registers a page that shows the lore. The returned function unregisters it: it saves the input, and removes the entry
 * once the input is stored and no other page shows the lore.
 */
export const showConjuration = (id: string, fields: ConjurationFields): (() => void) => {
  const shown = open.get(id) ?? { fields, pages: 0 }
  open.set(id, shown)
  shown.pages++
  flushFields(fields)
  shown.unwatch ??= watchUnsaved({ isUnsaved: () => isUnsaved(fields), save: () => flushFields(fields) })
  return () => {
    shown.pages--
    leaveFields(shown.fields)
    const forget = () => {
      if (shown.pages > 0 || isUnsaved(shown.fields)) return
      open.delete(id)
      for (const stop of stops) stop()
      shown.unwatch?.()
    }
    const stops = Object.values(shown.fields).map((field) => field.subscribe(forget))
    forget()
  }
}
