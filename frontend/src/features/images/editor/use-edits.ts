import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ImageEditing } from '#domain/image-edit-answers.ts'
import { directions, type EditTool, extension, type Growth, needsMask } from '#domain/image-edit-tools.ts'
import { newId } from '../../../app/ids.ts'
import { getCredits } from '../../../app/overlay.ts'
import { codeOf, messageOf, statusOf } from '../../../app/problem.ts'
import { type NewEdit, useCancelEditMutation, useRequestEditMutation } from '../../../data/image-edits.ts'
import { useRealtime } from '../../../realtime/context.tsx'
import { toast } from '../../../ui/toast.ts'
import { greyPng } from './grey-png.ts'
import { allEdits } from './line.ts'
import type { Mask } from './mask.ts'
import { type Fields, tools } from './tools.ts'

/** What was asked for here, so that it can be asked for anew when nothing came of it. */
export interface RequestedEdit {
  tool: EditTool
  fields: Fields
  mask: { bytes: Uint8Array; width: number; height: number } | null
}
export interface FailedEdit extends RequestedEdit {
  id: string
  text: string
  /** What the picture was when it was asked for: there it stands in the line, whatever is made afterwards. */
  from: string | null
}

/** What went wrong the last time, and what can be done about it. */
export interface Problem {
  text: string
  /** The edit that came to nothing, if it had begun. */
  failedId?: string
  act?: { label: string; run: () => void }
}

interface Awaited {
  id: string
  position: string
  from: string | null
  asked: RequestedEdit
}

interface Options {
  id: string
  /** True at `position` of the log. */
  editing: ImageEditing & { position: string }
  /** Something that was asked for here is there. */
  onLanded: () => void
}

const growthOf = (direction: Fields['direction']): Growth => {
  const none: Growth = { up: 0, down: 0, left: 0, right: 0 }
  return { ...none, [direction]: extension }
}
export const directionOf = (growth: Growth | null): Fields['direction'] =>
  directions.find((direction) => (growth?.[direction] ?? 0) > 0) ?? 'right'

const endings: ReadonlySet<string> = new Set(['ImageEditFailed', 'ImageEditFiltered', 'ImageEditTimedOut'])

/** Asks for edits, and keeps what was asked until it is there: an error or a lost connection takes nothing away. */
export const useEdits = ({ id, editing, onLanded }: Options) => {
  const [request, { isLoading: isSending }] = useRequestEditMutation()
  const [cancelEdit] = useCancelEditMutation()
  const [awaited, setAwaited] = useState<readonly Awaited[]>([])
  const [failed, setFailed] = useState<readonly FailedEdit[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const cancelled = useRef(new Set<string>())
  const said = useRef(new Map<string, string>())
  // A wish that got no answer may have been heard: it is sent again as the same one.
  const wish = useRef<{ what: string; key: string } | null>(null)

  // What is painted is made a file of first: a second click comes meanwhile.
  const isAsking = useRef(false)

  const { items$ } = useRealtime()
  useEffect(() => {
    const hearing = items$.subscribe(({ type, data }) => {
      const { imageId, editId, message } = data as { imageId?: string; editId?: string; message?: string }
      if (imageId === id && editId && endings.has(type)) said.current.set(editId, message ?? '')
    })
    return () => hearing.unsubscribe()
  }, [items$, id])

  const settle = useEffectEvent(() => {
    const there = new Set([...allEdits(editing), ...editing.candidates].map((edit) => edit.id))
    const waiting = new Set(editing.pendingEdits.map((edit) => edit.id))
    const ended = awaited.filter((each) => !waiting.has(each.id) && BigInt(editing.position) >= BigInt(each.position))
    if (ended.length === 0) return
    setAwaited((before) => before.filter((each) => !ended.includes(each)))
    if (ended.some((each) => there.has(each.id))) onLanded()
    const without = ended.filter((each) => !there.has(each.id) && !cancelled.current.has(each.id))
    const failures = without.map(({ id, from, asked }) => ({
      ...asked,
      ...{ id, from, text: said.current.get(id) || tools[asked.tool].failed },
    }))
    setFailed((before) => [...before, ...failures].slice(-3))
    const last = failures.at(-1)
    if (last) setProblem({ text: last.text, failedId: last.id })
  })
  useEffect(() => settle(), [editing, awaited])

  const forget = (id: string) => setFailed((before) => before.filter((each) => each.id !== id))

  const send = async (tool: EditTool, fields: Fields, mask: Mask, provider: string | undefined) => {
    // Asked for again, it is not one that failed any more.
    if (problem?.failedId) forget(problem.failedId)
    setProblem(null)
    const { width, height } = mask
    const painted = needsMask(tool) ? { bytes: mask.bytes.slice(), width, height } : null
    const body: NewEdit = {
      tool,
      ...{ prompt: fields.prompt.trim(), searchPrompt: fields.searchPrompt.trim() },
      ...{ premium: fields.premium, nsfw: fields.nsfw, growth: growthOf(fields.direction) },
      mask: painted && (await greyPng(painted, painted.bytes)),
      provider,
    }
    const what = JSON.stringify([tool, fields, provider, body.mask?.size, mask.state()])
    const key = wish.current?.what === what ? wish.current.key : newId()
    const { data, error } = await request({ id, key, edit: body })
    wish.current = statusOf(error) === 0 && error ? { what, key } : null
    if (data) {
      const { editId, position } = data
      const mine = { id: editId, position, from: editing.currentEditId, asked: { tool, fields, mask: painted } }
      return setAwaited((before) => [...before, mine])
    }
    // The dialog says it.
    if (codeOf(error) === 'plan_required') return
    const text = messageOf(error, tools[tool].failed)
    setProblem({ text, ...(codeOf(error) === 'insufficient_credits' && { act: getCredits }) })
  }

  return {
    isSending,
    /** Whether anything is under way, here or in another window. */
    isBusy: isSending || awaited.length > 0 || editing.pendingEdits.length > 0,
    /** Whether anything that was asked for here is under way. */
    isAwaiting: awaited.length > 0,
    failed,
    problem,
    clearProblem: () => setProblem(null),
    forget,
    async ask(...asked: Parameters<typeof send>) {
      if (isAsking.current) return
      isAsking.current = true
      await send(...asked).finally(() => {
        isAsking.current = false
      })
    },
    async cancel(editId: string) {
      cancelled.current.add(editId)
      const { error } = await cancelEdit({ id, editId })
      if (error) toast.error(messageOf(error, 'This edit could not be cancelled. Please try again.'))
    },
  }
}
export type Edits = ReturnType<typeof useEdits>
