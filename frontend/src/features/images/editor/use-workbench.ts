import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { type EditTool, needsMask } from '#domain/image-edit-tools.ts'
import type { ImageRow } from '#projections/images.ts'
import { openOverlay } from '../../../base/overlay.ts'
import { messageOf } from '../../../base/problem.ts'
import { useWhyNotSpend } from '../../../billing/use-why-not.ts'
import { useChooseEditMutation } from '../../../data/image-edits.ts'
import { toast } from '../../../ui/toast.ts'
import { brushSizes, resized } from './brush.ts'
import { allEdits, currentOf } from './line.ts'
import { createMask, type Mask } from './mask.ts'
import type { Stroke } from './stroke.ts'
import { emptyFields, type Fields, isUnsupported, lacking, tools } from './tools.ts'
import { atRest, undoing } from './undoing.ts'
import { type Allowed, useAllowed } from './use-allowed.ts'
import { directionOf, type Edits, type FailedEdit, type RequestedEdit, useEdits } from './use-edits.ts'
import { useFraming } from './use-framing.ts'
import type { Brush } from './use-gestures.ts'
import { useKeys } from './use-keys.ts'
import { useVisit } from './use-visit.ts'

interface ReadinessOptions {
  tool: EditTool
  fields: Fields
  allowed: Allowed
  nsfw: boolean
  isPainted: boolean
}

/** The cost of the chosen tool, and the reason why it cannot be used now. */
const useReadiness = ({ tool, fields, allowed, nsfw, isPainted }: ReadinessOptions) => {
  const whyNot = useWhyNotSpend()
  const isLocked = tool === 'remove-background' && !allowed.removal
  const isOff = isUnsupported(tool, nsfw)
  const cost = isLocked ? undefined : allowed.cost(fields.premium)
  const cannotPay = cost ? whyNot : undefined
  const missing = cannotPay ?? allowed.missing ?? lacking(tool, fields, isPainted)
  return { isLocked, isOff, cost, lacks: isOff || isLocked ? undefined : missing }
}

/** The size and the stroke of the brush, with functions that change them. */
const useBrush = () => {
  const [{ size, stroke }, setBrush] = useState<Brush>({ size: brushSizes.usual, stroke: 'paint' })
  const setSize = (size: number) => setBrush((brush) => ({ ...brush, size }))
  return {
    size,
    stroke,
    setSize,
    setStroke: (stroke: Stroke) => setBrush({ size, stroke }),
    resizeBy: (by: number) => setSize(resized(size, by)),
    toggleStroke: () => setBrush({ size, stroke: stroke === 'paint' ? 'unpaint' : 'paint' }),
  }
}

/** The current tool and its field values. Each tool has its own values. */
const useTool = (mask: Mask) => {
  const [tool, setTool] = useState<EditTool>('inpaint')
  const [values, setValues] = useState<Partial<Record<EditTool, Fields>>>({})
  const fields = values[tool] ?? emptyFields
  return {
    tool,
    fields,
    change: (change: Partial<Fields>) => setValues((before) => ({ ...before, [tool]: { ...fields, ...change } })),
    /** Selects a tool. Clears the mask if the tool has no brush. */
    choose(next: EditTool) {
      setTool(next)
      if (!needsMask(next)) mask.clear()
    },
    /** Restores the tool and the fields of an edit. */
    reopen(tool: EditTool, fields: Fields) {
      setTool(tool)
      setValues((before) => ({ ...before, [tool]: fields }))
    },
  }
}

const fieldsOf = ({ prompt, searchPrompt, premium, growth }: ImageEdit): Fields => ({
  ...emptyFields,
  prompt,
  searchPrompt,
  premium,
  direction: directionOf(growth),
})

type StoredMask = NonNullable<RequestedEdit['mask']>

/** Loads the stored mask of an edit: white pixels are those to change. */
const fetchMask = async (uri: string): Promise<StoredMask> => {
  const answer = await fetch(uri)
  if (!answer.ok) throw new Error(`The mask answered ${answer.status}`)
  const picture = await createImageBitmap(await answer.blob())
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('This browser draws nothing on a canvas')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return { bytes: Uint8Array.from({ length: width * height }, (_, n) => data[n * 4] ?? 0), width, height }
}

/** Restores a mask once the shown image has the mask's size: an edit's base image may differ in size from its result. */
const useReopening = (mask: Mask) => {
  const [pendingMask, setPendingMask] = useState<StoredMask | null>(null)
  useEffect(() => {
    if (pendingMask?.width !== mask.width || pendingMask.height !== mask.height) return
    mask.load(pendingMask.bytes)
    setPendingMask(null)
  }, [pendingMask, mask])
  return {
    bring: setPendingMask,
    fetch: (uri: string) =>
      fetchMask(uri).then(setPendingMask, () =>
        toast.error('The mask of this edit could not be loaded. Please paint it again.'),
      ),
  }
}

interface HistoryOptions {
  id: string
  editing: ImageEditing
  edits: Edits
  toolState: ReturnType<typeof useTool>
  reopening: ReturnType<typeof useReopening>
}

/** Actions of the edit history: showing an edit's image, and reopening the input of an edit that is done or has failed. */
const useHistory = ({ id, editing, edits, toolState, reopening }: HistoryOptions) => {
  const [chooseEdit, { isLoading: isChoosing }] = useChooseEditMutation()
  const show = async ({ id: editId }: Pick<ImageEdit, 'id'>) => {
    if (editId === editing.currentEditId) return
    const { error } = await chooseEdit({ id, editId })
    if (error) toast.error(messageOf(error, tools[toolState.tool].failed))
  }
  return {
    isChoosing,
    show: (edit: Pick<ImageEdit, 'id'>) => void show(edit),
    /** Restores the input of an edit, over the image from which it was made. */
    reopen(edit: ImageEdit) {
      const from = allEdits(editing).find(({ id }) => id === edit.parentId)
      if (!edit.tool || !from) return
      void show(from)
      toolState.reopen(edit.tool, fieldsOf(edit))
      if (edit.maskUri) void reopening.fetch(edit.maskUri)
    },
    /** Restores the input of a failed edit. */
    retry({ id, tool, fields, mask }: FailedEdit) {
      edits.forget(id)
      toolState.reopen(tool, fields)
      reopening.bring(mask)
    },
  }
}

interface WorkbenchOptions {
  row: ImageRow
  editing: ImageEditing & { position: string }
  /** A layer covers the editor and handles the keys. */
  isCovered: boolean
  onClose: () => void
}

/** The state of the editor. It connects mask, prompt, history and keys. */
export const useWorkbench = ({ row, editing, isCovered, onClose }: WorkbenchOptions) => {
  const { id } = row
  const { width, height } = currentOf(editing) ?? row
  const mask = useMemo(() => createMask({ width, height }), [width, height])
  const painted = useSyncExternalStore(mask.listen, mask.state)
  const toolState = useTool(mask)
  const { tool, fields } = toolState
  const brush = useBrush()
  const edits = useEdits({ id, editing, onLanded: mask.reset })
  const reopening = useReopening(mask)
  const allowed = useAllowed(tool, row.nsfw)
  const history = useHistory({ id, editing, edits, toolState, reopening })
  const visit = useVisit({ id, editing, edits, onClose })
  const framing = useFraming(mask, tool === 'outpaint' ? fields.direction : null)
  const readiness = useReadiness({ tool, fields, allowed, nsfw: row.nsfw, isPainted: !painted.isEmpty })

  const chooseTool = (tool: EditTool) => {
    edits.clearProblem()
    toolState.choose(tool)
  }
  const act = () => {
    const { isLocked, isOff, lacks } = readiness
    if (edits.isBusy || isOff || lacks) return
    if (isLocked) return openOverlay({ kind: 'upgrade', wanted: 'backgroundRemoval' })
    const premium = fields.premium && allowed.premium && allowed.premiumCost !== null
    void edits.send(tool, { ...fields, premium, nsfw: fields.nsfw || row.nsfw }, mask, allowed.provider)
  }
  const hasBrush = needsMask(tool)
  const strokes = hasBrush ? { mask, state: painted } : null
  const { undo, redo } = edits.isBusy ? atRest : undoing(editing, strokes, history.show)
  const isPanning = useKeys({
    isCovered,
    onUndo: () => undo.run?.(),
    onRedo: () => redo.run?.(),
    onAct: act,
    onFit: framing.fit,
    onWhole: () => framing.zoomTo(1),
    onBrush: brush.resizeBy,
    onTurnStroke: brush.toggleStroke,
    onEscape: () => void visit.discard(),
  })

  const mode = { tool, fields, hasBrush, choose: chooseTool, changeFields: toolState.change }
  return { mask, painted, mode, brush, edits, allowed, history, visit, framing, readiness, act, undo, redo, isPanning }
}
export type WorkbenchState = ReturnType<typeof useWorkbench>
