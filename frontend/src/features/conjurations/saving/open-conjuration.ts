import type { ConjurationItem } from '#projections/answers.ts'
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
}

/**
 * The lore that is being written in this tab, by id. It outlives its page: what waits for the connection, or was refused, is
 * still there when the page is opened again.
 */
const open = new Map<string, Open>()

const stay = (event: BeforeUnloadEvent) => {
  if ([...open.values()].some(({ fields }) => isUnsaved(fields))) event.preventDefault()
}

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
  // Asked for by the browser before a tab with text that is on its way is closed.
  addEventListener('beforeunload', stay)
  return () => {
    shown.pages--
    leaveFields(shown.fields)
    const forget = () => {
      if (shown.pages > 0 || isUnsaved(shown.fields)) return
      open.delete(id)
      for (const stop of stops) stop()
      if (open.size === 0) removeEventListener('beforeunload', stay)
    }
    const stops = Object.values(shown.fields).map((field) => field.subscribe(forget))
    forget()
  }
}
