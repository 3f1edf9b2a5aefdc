import { useMemo, useState, useSyncExternalStore } from 'react'
import type { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { type EditTool, needsMask } from '#domain/image-edit-tools.ts'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import { openOverlay } from '../../../base/overlay.ts'
import { messageOf } from '../../../base/problem.ts'
import { useWhyNotSpend } from '../../../billing/use-why-not.ts'
import { useChooseEditMutation } from '../../../data/image-edits.ts'
import type { SaveState } from '../../../ui/SaveIndicator.tsx'
import { toast } from '../../../ui/toast.ts'
import { titleOf } from '../image.ts'
import { useActs } from '../use-acts.ts'
import { BrushBar, ZoomBar } from './Bars.tsx'
import { brushSizes, resized } from './brush.ts'
import { Candidates } from './Candidates.tsx'
import { Cover, Strip } from './Cover.tsx'
import { EditLine } from './EditLine.tsx'
import classes from './editor.module.css'
import { Header } from './Header.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { allEdits, currentOf } from './line.ts'
import { createMask } from './mask.ts'
import { Painted, Panel, Warning } from './Panel.tsx'
import { Rail } from './Rail.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { Stage } from './Stage.tsx'
import { ToolFields } from './ToolFields.tsx'
import { type Fields, isUnsupported, lacking, tools, unsupported } from './tools.ts'
import { atRest, undoing } from './undoing.ts'
import { useAllowed } from './use-allowed.ts'
import { type FailedEdit, useEdits } from './use-edits.ts'
import { useFraming } from './use-framing.ts'
import type { Brush } from './use-gestures.ts'
import { useKeys } from './use-keys.ts'
import { useReopening } from './use-reopening.ts'
import { useShare } from './use-share.ts'
import { fieldsOf, useTool } from './use-tool.ts'
import { useVisit } from './use-visit.ts'

interface Props {
  row: ImageRow
  editing: ImageEditing & { position: string }
  /** A layer covers the editor and handles the keys. */
  isCovered: boolean
  onClose: () => void
}

interface ReadinessOptions {
  tool: EditTool
  fields: Fields
  allowed: ReturnType<typeof useAllowed>
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

/** The label of the button that uses a tool. */
const actLabel = (
  tool: EditTool,
  { direction }: Fields,
  { isLocked, isOff }: { isLocked: boolean; isOff: boolean },
) => {
  if (isLocked) return 'Upgrade to Pro'
  return tool === 'outpaint' && !isOff ? `Extend ${direction}` : tools[tool].label
}

/** The image with its tools. This file connects mask, prompt, history and keys. */
export const Workbench = ({ row, editing, isCovered, onClose }: Props) => {
  const { id } = row
  const current = currentOf(editing)
  const original = editing.edits[0]
  const { width, height } = current ?? row
  const mask = useMemo(() => createMask({ width, height }), [width, height])
  const painted = useSyncExternalStore(mask.listen, mask.state)
  const { tool, fields, ...using } = useTool(mask)
  const [{ size, stroke }, setBrush] = useState<Brush>({ size: brushSizes.usual, stroke: 'paint' })
  const setSize = (size: number) => setBrush((brush) => ({ ...brush, size }))
  const [isComparing, setComparing] = useState(false)
  const edits = useEdits({ id, editing, onLanded: mask.reset })
  const reopening = useReopening(mask)
  const allowed = useAllowed(tool, row.nsfw)
  const [chooseEdit, choosing] = useChooseEditMutation()
  const visit = useVisit({ id, editing, edits, onClose })
  const acts = useActs()
  const pending = editing.pendingEdits[0]
  const share = useShare(original?.id ?? id, pending)
  const framing = useFraming(mask, tool === 'outpaint' ? fields.direction : null)

  const hasBrush = needsMask(tool)
  const { isBusy } = edits
  const { isLocked, isOff, cost, lacks } = useReadiness({
    tool,
    fields,
    allowed,
    nsfw: row.nsfw,
    isPainted: !painted.isEmpty,
  })

  const show = async ({ id: editId }: Pick<ImageEdit, 'id'>) => {
    if (editId === editing.currentEditId) return
    const { error } = await chooseEdit({ id, editId })
    if (error) toast.error(messageOf(error, tools[tool].failed))
  }
  const choose = (tool: EditTool) => {
    edits.clearProblem()
    using.choose(tool)
  }
  const act = () => {
    if (isBusy || isOff || lacks) return
    if (isLocked) return openOverlay({ kind: 'upgrade', wanted: 'backgroundRemoval' })
    const premium = fields.premium && allowed.premium && allowed.premiumCost !== null
    void edits.send(tool, { ...fields, premium, nsfw: fields.nsfw || row.nsfw }, mask, allowed.provider)
  }
  const reopen = (edit: ImageEdit) => {
    const from = allEdits(editing).find(({ id }) => id === edit.parentId)
    if (!edit.tool || !from) return
    void show(from)
    using.reopen(edit.tool, fieldsOf(edit))
    if (edit.maskUri) void reopening.fetch(edit.maskUri)
  }
  const retry = ({ id, tool, fields, mask }: FailedEdit) => {
    edits.forget(id)
    using.reopen(tool, fields)
    reopening.bring(mask)
  }

  const strokes = hasBrush ? { mask, state: painted } : null
  const { undo, redo } = isBusy ? atRest : undoing(editing, strokes, (edit) => void show(edit))

  const isPanning = useKeys({
    isCovered,
    onUndo: () => undo.run?.(),
    onRedo: () => redo.run?.(),
    onAct: act,
    onFit: framing.fit,
    onWhole: () => framing.zoomTo(1),
    onBrush: (by) => setSize(resized(size, by)),
    onTurnStroke: () => setBrush({ size, stroke: stroke === 'paint' ? 'unpaint' : 'paint' }),
    onEscape: () => void visit.discard(),
  })

  const brush = hasBrush && !isBusy ? { size, stroke } : null
  const uri = (isComparing && original?.uri) || current?.uri || row.uri || ''
  const saving: SaveState = choosing.isLoading || isBusy ? 'saving' : allEdits(editing).length > 1 ? 'saved' : 'idle'
  return (
    <div className={classes.editor}>
      <Header
        title={titleOf(row)}
        size={mask}
        saving={saving}
        undo={undo}
        redo={redo}
        downloadUri={`/api/images/${id}/download?format=png`}
        isPrimary={row.conjurationId ? isPrimary(row) : null}
        onPrimary={() => row.conjurationId && acts.setPrimary(row, row.conjurationId)}
        onDone={visit.done}
        onDiscard={() => void visit.discard()}
      />
      <Rail tool={tool} locked={allowed.removal ? [] : ['remove-background']} isBusy={isBusy} onChoose={choose} />
      <Stage
        uri={uri}
        alt={row.prompt ?? titleOf(row)}
        framing={framing}
        mask={mask}
        brush={brush}
        isPanning={isPanning}
        isMasked={hasBrush && !isComparing && !pending}
        over={
          pending ? (
            <Cover edit={pending} size={mask} share={share} />
          ) : (
            tool === 'outpaint' && !isOff && <Strip size={mask} direction={fields.direction} />
          )
        }
      >
        <p className={classes.experimental}>The editor is experimental on mobile</p>
        <BrushBar
          brush={hasBrush ? { size, stroke } : null}
          onSize={setSize}
          onStroke={(stroke) => setBrush({ size, stroke })}
          onCompare={setComparing}
        />
        <ZoomBar framing={framing} />
      </Stage>
      <EditLine
        editing={editing}
        edits={edits}
        share={share}
        onShow={(edit) => void show(edit)}
        onReopen={reopen}
        onRetry={retry}
      />
      <aside className={classes.side}>
        <Panel
          tool={tool}
          act={actLabel(tool, fields, { isLocked, isOff })}
          cost={cost}
          isOff={isOff}
          lacks={lacks}
          isBusy={isBusy}
          problem={edits.problem}
          onAct={act}
        >
          <ToolFields
            key={tool}
            tool={tool}
            fields={fields}
            allowed={allowed}
            size={size}
            isOff={isOff}
            preview={`${current?.uri ?? row.uri}?w=320`}
            onChange={using.change}
            onSize={setSize}
          />
          {!isLocked && !isOff && (
            <SourceChoice
              offers={allowed.offers}
              chosen={allowed.provider}
              costOf={(offered) => allowed.costOf(offered, fields.premium)}
              onChoose={allowed.chooseProvider}
            />
          )}
          {isOff && <Warning>{unsupported}</Warning>}
          {hasBrush && <Painted mask={mask} state={painted} isBusy={isBusy} />}
          <Candidates editing={editing} isBusy={isBusy} onChoose={(id) => void show({ id })} />
        </Panel>
        <KeysHelp />
      </aside>
    </div>
  )
}
