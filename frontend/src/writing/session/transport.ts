import type { TextKind } from '#domain/text-formats.ts'
import { plainDescription } from '#domain/text-plain.ts'
import { reachable } from '../../base/online.ts'
import { messageOf, secondsOf, statusOf } from '../../base/problem.ts'
import { textsApi } from '../../data/texts.ts'
import type { AppStore } from '../../realtime/store.ts'
import type { Failure, Loaded, SessionDeps } from './deps.ts'

const { text, textChanges, changeText } = textsApi.endpoints

/** Statuses of transient failures: no response, or an overloaded server. */
const transient = new Set([0, 408, 429, 502, 503, 504])

const failureOf = (error: unknown): Failure => {
  const status = statusOf(error)
  if (transient.has(status)) return { kind: 'unreachable', seconds: secondsOf(error) }
  if ([401, 403, 404].includes(status)) return { kind: 'lost' }
  if (status === 409 || status === 410) return { kind: 'too_old' }
  return { kind: 'refused', message: messageOf(error, 'This change could not be saved.') }
}

/** A failed read counts as unreachable, and is retried, unless the text is lost or the revision too old. */
const unanswered = (error: unknown): Failure => {
  const failure = failureOf(error)
  return failure.kind === 'refused' ? { kind: 'unreachable' } : failure
}

/** Adds the base text of a description at revision 0, which distinguishes it from later texts. */
export const beginning = ({ revision, ops }: Loaded, kind: TextKind): Loaded => ({
  revision,
  ops,
  ...(kind === 'description' && revision === 0 ? { over: plainDescription(ops) } : {}),
})

/** The requests of a session for one text. */
export const transportOf = (
  { dispatch }: AppStore,
  textId: string,
  kind: TextKind,
): Pick<SessionDeps, 'load' | 'changes' | 'send' | 'reachable'> => ({
  async load() {
    const { data, error } = await dispatch(text.initiate(textId, { subscribe: false, forceRefetch: true }))
    // After a failure the store still contains the previous response.
    return data && !error ? beginning(data, kind) : unanswered(error)
  },
  async changes(after, over) {
    const request = textChanges.initiate({ id: textId, after }, { subscribe: false, forceRefetch: true })
    const { data, error } = await dispatch(request)
    if (!data || error) return unanswered(error)
    return over !== undefined && data.over !== undefined && data.over !== over ? { kind: 'too_old' } : data.changes
  },
  async send(change) {
    const { data, error } = await dispatch(changeText.initiate({ textId, ...change }, { track: false }))
    return data ? { ...data, id: change.id } : failureOf(error)
  },
  reachable,
})
