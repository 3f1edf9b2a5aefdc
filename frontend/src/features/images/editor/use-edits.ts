import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ImageEditing, PendingEdit } from '#domain/image-edit-answers.ts'
import { directions, type EditTool, extension, type Growth, needsMask } from '#domain/image-edit-tools.ts'
import { topicOf } from '#domain/topics.ts'
import { newId } from '../../../base/ids.ts'
import { getCredits } from '../../../base/overlay.ts'
import { codeOf, messageOf, statusOf } from '../../../base/problem.ts'
import { type NewEdit, useCancelEditMutation, useRequestEditMutation } from '../../../data/image-edits.ts'
import { useRealtime } from '../../../realtime/context.tsx'
import { useTopic } from '../../../realtime/topics.ts'
import { toast } from '../../../ui/toast.ts'
import { useNow } from '../../../ui/use-now.ts'
import { greyPng } from './grey-png.ts'
import { allEdits } from './line.ts'
import type { Mask } from './mask.ts'
import { type Fields, tools } from './tools.ts'

/** An edit requested in this window, retained so that it can be repeated after a failure. */
export interface RequestedEdit {
  tool: EditTool
  fields: Fields
  mask: { bytes: Uint8Array; width: number; height: number } | null
}
export interface FailedEdit extends RequestedEdit {
  id: string
  text: string
  /** Id of the edit that was current at the time of the request. It determines the position of the failed edit in the history. */
  from: string | null
}

/** The last failure, with a remedy if there is one. */
export interface Problem {
  text: string
  /** Id of the failed edit; absent if the request itself failed. */
  failedId?: string
  act?: { label: string; run: () => void }
}

interface Awaited {
  id: string
  position: string
  from: string | null
  input: RequestedEdit
}

interface Options {
  id: string
  /** The image's edits as of the log position `position`. */
  editing: ImageEditing & { position: string }
  /** Called when a requested edit has finished. */
  onLanded: () => void
}

const growthOf = (direction: Fields['direction']): Growth => {
  const none: Growth = { up: 0, down: 0, left: 0, right: 0 }
  return { ...none, [direction]: extension }
}
export const directionOf = (growth: Growth | null): Fields['direction'] =>
  directions.find((direction) => (growth?.[direction] ?? 0) > 0) ?? 'right'

const endings: ReadonlySet<string> = new Set(['ImageEditFailed', 'ImageEditFiltered', 'ImageEditTimedOut'])

/** Collects the failure messages of edits by their id: they arrive as events only. */
const useFailureMessages = (id: string) => {
  const messages = useRef(new Map<string, string>())
  const { items$ } = useRealtime()
  useEffect(() => {
    const subscription = items$.subscribe(({ type, data }) => {
      const { imageId, editId, message } = data as { imageId?: string; editId?: string; message?: string }
      if (imageId === id && editId && endings.has(type)) messages.current.set(editId, message ?? '')
    })
    return () => subscription.unsubscribe()
  }, [items$, id])
  return messages
}

/** The edits requested in this window, from their request until they finish or fail. */
const useAwaitedEdits = ({ id, editing, onLanded }: Options) => {
  const [awaited, setAwaited] = useState<readonly Awaited[]>([])
  const [failed, setFailed] = useState<readonly FailedEdit[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const cancelled = useRef(new Set<string>())
  const messages = useFailureMessages(id)

  const settle = useEffectEvent(() => {
    const there = new Set([...allEdits(editing), ...editing.candidates].map((edit) => edit.id))
    const waiting = new Set(editing.pendingEdits.map((edit) => edit.id))
    const ended = awaited.filter((each) => !waiting.has(each.id) && BigInt(editing.position) >= BigInt(each.position))
    if (ended.length === 0) return
    setAwaited((before) => before.filter((each) => !ended.includes(each)))
    if (ended.some((each) => there.has(each.id))) onLanded()
    const without = ended.filter((each) => !there.has(each.id) && !cancelled.current.has(each.id))
    const failures = without.map(({ id, from, input }) => ({
      ...input,
      id,
      from,
      text: messages.current.get(id) || tools[input.tool].failed,
    }))
    setFailed((before) => [...before, ...failures].slice(-3))
    const last = failures.at(-1)
    if (last) setProblem({ text: last.text, failedId: last.id })
  })
  useEffect(() => settle(), [editing, awaited])

  return {
    awaited,
    failed,
    problem,
    setProblem,
    add: (edit: Awaited) => setAwaited((before) => [...before, edit]),
    forget: (id: string) => setFailed((before) => before.filter((each) => each.id !== id)),
    /** Marks an edit as cancelled, so that it does not count as failed. */
    markCancelled: (editId: string) => void cancelled.current.add(editId),
  }
}

type AwaitedEdits = ReturnType<typeof useAwaitedEdits>

/** Creates a request's body, with a copy of the mask that later strokes do not change. */
const prepareRequest = async (tool: EditTool, fields: Fields, mask: Mask, provider: string | undefined) => {
  const { width, height } = mask
  const painted = needsMask(tool) ? { bytes: mask.bytes.slice(), width, height } : null
  const body: NewEdit = {
    tool,
    prompt: fields.prompt.trim(),
    searchPrompt: fields.searchPrompt.trim(),
    premium: fields.premium,
    nsfw: fields.nsfw,
    growth: growthOf(fields.direction),
    mask: painted && (await greyPng(painted, painted.bytes)),
    provider,
  }
  return { painted, body }
}

/** Requests an edit of the image, and adds it to the awaited ones or reports the problem. */
const useSendEdit = ({ id, editing }: Pick<Options, 'id' | 'editing'>, edits: AwaitedEdits) => {
  const [request, { isLoading: isSending }] = useRequestEditMutation()
  // A request without a response may have reached the server: it is repeated with the same key.
  const pendingRequest = useRef<{ what: string; key: string } | null>(null)
  // A second click may follow while the mask is encoded, before the request begins.
  const isPreparing = useRef(false)

  const send = async (tool: EditTool, fields: Fields, mask: Mask, provider: string | undefined) => {
    // This request replaces the last failed edit.
    if (edits.problem?.failedId) edits.forget(edits.problem.failedId)
    edits.setProblem(null)
    const { painted, body } = await prepareRequest(tool, fields, mask, provider)
    const what = JSON.stringify([tool, fields, provider, body.mask?.size, mask.state()])
    const key = pendingRequest.current?.what === what ? pendingRequest.current.key : newId()
    const { data, error } = await request({ id, key, edit: body })
    pendingRequest.current = statusOf(error) === 0 && error ? { what, key } : null
    if (data) {
      const { editId, position } = data
      return edits.add({ id: editId, position, from: editing.currentEditId, input: { tool, fields, mask: painted } })
    }
    // The upgrade dialog, which `base/api.ts` opens, explains it.
    if (codeOf(error) === 'plan_required') return
    const text = messageOf(error, tools[tool].failed)
    edits.setProblem({ text, ...(codeOf(error) === 'insufficient_credits' && { act: getCredits }) })
  }
  return {
    isSending,
    async send(...input: Parameters<typeof send>) {
      if (isPreparing.current) return
      isPreparing.current = true
      await send(...input).finally(() => {
        isPreparing.current = false
      })
    },
  }
}

/** Requests edits, and retains their input until they finish: neither an error nor a lost connection loses it. */
export const useEdits = ({ id, editing, onLanded }: Options) => {
  const [cancelEdit] = useCancelEditMutation()
  const edits = useAwaitedEdits({ id, editing, onLanded })
  const { awaited, failed, problem } = edits
  const { isSending, send } = useSendEdit({ id, editing }, edits)
  return {
    isSending,
    /** True while any edit is pending, in this or another window. */
    isBusy: isSending || awaited.length > 0 || editing.pendingEdits.length > 0,
    /** True while an edit requested in this window is pending. */
    isAwaiting: awaited.length > 0,
    failed,
    problem,
    clearProblem: () => edits.setProblem(null),
    forget: edits.forget,
    send,
    async cancel(editId: string) {
      edits.markCancelled(editId)
      const { error } = await cancelEdit({ id, editId })
      if (error) toast.error(messageOf(error, 'This edit could not be cancelled. Please try again.'))
    },
  }
}
export type Edits = ReturnType<typeof useEdits>

/**
 * Returns the progress of an edit of `originalId`, 0 to 1: its provider's last report, or an estimate if that is
 * greater. The estimate slows down and never exceeds 0.9.
 */
export const useShare = (originalId: string, edit: PendingEdit | undefined): number => {
  const now = useNow(edit !== undefined)
  const [reported, setReported] = useState(0)
  const id = edit?.id
  // A new edit has not reported progress yet.
  useEffect(() => setReported(0), [id])
  useTopic(topicOf('edits', originalId), {
    onMessage(message) {
      if (message.kind === 'progress' && message.data.total) setReported((message.data.done ?? 0) / message.data.total)
    },
  })
  const waited = edit?.startedAt ? Math.max(0, now - Date.parse(edit.startedAt)) : 0
  return edit ? Math.max(reported, 0.9 * (1 - Math.exp(-waited / 12_000))) : 0
}
