import { useEffect, useLayoutEffect, useMemo, useReducer, useSyncExternalStore } from 'react'
import { useStore } from 'react-redux'
import { draftsOf } from '../../../base/drafts.ts'
import { reachable } from '../../../base/online.ts'
import { messageOf, secondsOf, statusOf } from '../../../base/problem.ts'
import type { Conjuration } from '../../../data/conjuration-query.ts'
import { type ConjurationChanges, conjurationsApi } from '../../../data/conjurations.ts'
import { useMe } from '../../../data/me.ts'
import type { AppStore } from '../../../realtime/store.ts'
import { dateTimeOf } from '../../../ui/dates.ts'
import { toast } from '../../../ui/toast.ts'
import { type ConjurationFields, type FieldsDeps, receiveConjuration } from './conjuration-fields.ts'
import type { Field, Outcome } from './field.ts'
import { combineStatuses, type FieldState } from './field-state.ts'
import { conjurationFields, showConjuration } from './open-conjuration.ts'

/** Statuses of transient failures: no response, or an overloaded server. */
const transient = new Set([0, 408, 429, 502, 503, 504])

const saving = (store: AppStore, id: string, userId: string): FieldsDeps => ({
  drafts: draftsOf(localStorage, userId),
  reachable,
  async save(field, value): Promise<Outcome> {
    const changes: ConjurationChanges = { [field]: value }
    const { data, error } = await store.dispatch(
      conjurationsApi.endpoints.changeConjuration.initiate({ id, changes }, { track: false }),
    )
    if (data) return { kind: 'stored', position: data.position }
    if (transient.has(statusOf(error))) return { kind: 'unreachable', seconds: secondsOf(error) }
    const message = messageOf(error, 'Your change could not be saved. Please try again.')
    toast.error(message)
    return { kind: 'refused', message }
  },
})

/** The fields of the lore on screen, updated by events while mounted. */
export const useConjurationFields = ({ rows: [row], position }: Conjuration): ConjurationFields => {
  const store = useStore() as AppStore
  if (!row) throw new Error('useConjurationFields is for lore that is in sight')
  const { id: userId } = useMe()
  const fields = useMemo(() => conjurationFields(row, position, saving(store, row.id, userId)), [store, row.id, userId])
  useEffect(() => receiveConjuration(fields, row, position), [fields, row, position])
  useEffect(() => showConjuration(row.id, fields), [row.id, fields])
  return fields
}

/**
 * Returns the state of a field. It subscribes in a layout effect too: without it, React would reset characters that are
 * typed before other effects run.
 */
export const useField = <V>(field: Field<V>): FieldState<V> => {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => field.subscribe(rerender), [field])
  return useSyncExternalStore(field.subscribe, field.state)
}

/** The combined status of a page's fields, for its save indicator. */
export const useStatus = (fields: ConjurationFields): FieldState<unknown>['status'] => {
  const statuses = [useField(fields.name), useField(fields.tags), useField(fields.visibility)]
  return combineStatuses(statuses.map(({ status }) => status))
}

const when = (time: string) => (time ? dateTimeOf(time) : '')

/** Text and button of a note. The other version may be the same user's, from another window. */
export const useNote = <V>(field: Field<V>, people: ReadonlyMap<string, string> | undefined) => {
  const me = useMe()
  const { note } = useField(field)
  if (!note) return null
  const isElsewhere = note.by === me.id
  const who = people?.get(note.by) ?? 'Somebody'
  const texts = {
    refused: { text: `Not saved: ${note.message.replace(/[.!?]?$/, '.')} Your text is kept.`, act: 'Try again' },
    overtaken: isElsewhere
      ? {
          text: 'You wrote this in another window after that. Your version from here is kept.',
          act: 'Use mine from here',
        }
      : { text: `${who} wrote this after you. Your version is kept.`, act: 'Use mine' },
    crossed: isElsewhere
      ? { text: 'You wrote another version in another window while you were writing here.', act: 'Use the other' }
      : { text: `${who} wrote another version while you were writing.`, act: 'Use theirs' },
    restored: { text: `Restored what you typed on ${when(note.typedAt)}.`, act: 'Discard' },
    outdated: {
      text: `What you typed on ${when(note.typedAt)} was never saved, and this was written since.`,
      act: 'Use mine',
    },
  }
  return { ...texts[note.kind], version: note.version, kind: note.kind, isElsewhere }
}
