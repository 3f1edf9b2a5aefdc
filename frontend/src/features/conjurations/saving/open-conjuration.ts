import type { ConjurationItem } from '#projections/answers.ts'
import { watchUnsaved } from '../../../app/unsaved.ts'
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
  /** How many pages of this tab show it. */
  pages: number
  /** Once it is shown: nobody looks after its words any more. */
  unwatch?: () => void
}

/**
 * The lore that is being written in this tab, by id. It outlives its page: what waits for the connection, or was refused, is
 * still there when the page is opened again.
 */
const open = new Map<string, Open>()

/** The fields of a lore item, as they were left or as they are stored. */
export const conjurationFields = (row: ConjurationItem, position: string, deps: FieldsDeps): ConjurationFields => {
  const known = open.get(row.id)
  if (known) return known.fields
  const fields = createConjurationFields(row, position, deps)
  open.set(row.id, { fields, pages: 0 })
  return fields
}

/** A page shows it; answers what to do when it no longer does: what is typed is saved then, and forgotten once it is. */
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
