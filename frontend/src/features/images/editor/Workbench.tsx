import { Fragment, useState } from 'react'
import type { ImageEditing } from '#domain/image-edit-answers.ts'
import type { EditTool } from '#domain/image-edit-tools.ts'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import type { SaveState } from '../../../ui/SaveIndicator.tsx'
import { titleOf } from '../image.ts'
import { useActs } from '../use-acts.ts'
import { BrushBar, ZoomBar } from './Bars.tsx'
import { EditLine } from './EditLine.tsx'
import classes from './editor.module.css'
import panelClasses from './editor-panel.module.css'
import { Header } from './Header.tsx'
import { allEdits, currentOf } from './line.ts'
import { Painted, Panel, Warning } from './Panel.tsx'
import { Rail } from './Rail.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { Cover, Stage, Strip } from './Stage.tsx'
import { ToolFields } from './ToolFields.tsx'
import { type Fields, tools, unsupported } from './tools.ts'
import { useShare } from './use-edits.ts'
import { useWorkbench, type WorkbenchState } from './use-workbench.ts'

interface Props {
  row: ImageRow
  editing: ImageEditing & { position: string }
  /** A layer covers the editor and handles the keys. */
  isCovered: boolean
  onClose: () => void
}

/** The image with its tools. */
export const Workbench = ({ row, editing, isCovered, onClose }: Props) => {
  const { id } = row
  const state = useWorkbench({ row, editing, isCovered, onClose })
  const { mask, mode, edits, allowed, history, visit, undo, redo } = state
  const acts = useActs()
  const share = useShare(editing.edits[0]?.id ?? id, editing.pendingEdits[0])
  const isSaving = history.isChoosing || edits.isBusy
  const saving: SaveState = isSaving ? 'saving' : allEdits(editing).length > 1 ? 'saved' : 'idle'
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
      <Rail
        tool={mode.tool}
        locked={allowed.removal ? [] : ['remove-background']}
        isBusy={edits.isBusy}
        onChoose={mode.choose}
      />
      <EditedImage row={row} editing={editing} state={state} share={share} />
      <EditLine
        editing={editing}
        edits={edits}
        share={share}
        onShow={history.show}
        onReopen={history.reopen}
        onRetry={history.retry}
      />
      <aside className={classes.side}>
        <ToolPanel row={row} editing={editing} state={state} />
        <KeysHelp />
      </aside>
    </div>
  )
}

type PartProps = Pick<Props, 'row' | 'editing'> & { state: WorkbenchState }

/** The shown image on its stage, with the mask's brush and the zoom. */
const EditedImage = ({ row, editing, state, share }: PartProps & { share: number }) => {
  const { mask, mode, brush, edits, framing, readiness, isPanning } = state
  const { tool, fields, hasBrush } = mode
  const { size, stroke } = brush
  const [isComparing, setComparing] = useState(false)
  const original = editing.edits[0]
  const pending = editing.pendingEdits[0]
  return (
    <Stage
      uri={(isComparing && original?.uri) || currentOf(editing)?.uri || row.uri || ''}
      alt={row.prompt ?? titleOf(row)}
      framing={framing}
      mask={mask}
      brush={hasBrush && !edits.isBusy ? { size, stroke } : null}
      isPanning={isPanning}
      isMasked={hasBrush && !isComparing && !pending}
      over={
        pending ? (
          <Cover edit={pending} size={mask} share={share} />
        ) : (
          tool === 'outpaint' && !readiness.isOff && <Strip size={mask} direction={fields.direction} />
        )
      }
    >
      <p className={classes.experimental}>The editor is experimental on mobile</p>
      <BrushBar
        brush={hasBrush ? { size, stroke } : null}
        onSize={brush.setSize}
        onStroke={brush.setStroke}
        onCompare={setComparing}
      />
      <ZoomBar framing={framing} />
    </Stage>
  )
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

interface CandidatesProps {
  editing: Pick<ImageEditing, 'candidates' | 'currentEditId'>
  isBusy: boolean
  onChoose: (id: string) => void
}

/** Results of a premium touch up, to choose from. */
const Candidates = ({ editing: { candidates, currentEditId }, isBusy, onChoose }: CandidatesProps) =>
  candidates.length < 2 ? null : (
    <fieldset className={panelClasses.candidates}>
      <legend>Choose one</legend>
      {candidates.map(({ id, uri }, n) => (
        <label key={id}>
          <input
            type="radio"
            name="candidate"
            aria-label={`Candidate ${n + 1} of ${candidates.length}`}
            checked={id === currentEditId}
            disabled={isBusy}
            onChange={() => onChoose(id)}
          />
          <img src={`${uri}?w=320`} alt="" />
        </label>
      ))}
    </fieldset>
  )

/** The fields of the chosen tool, its provider, and its results. */
const ToolPanel = ({ row, editing, state }: PartProps) => {
  const { mask, painted, mode, brush, edits, allowed, history, readiness } = state
  const { tool, fields, hasBrush } = mode
  const { isLocked, isOff, cost, lacks } = readiness
  return (
    <Panel
      tool={tool}
      act={actLabel(tool, fields, readiness)}
      cost={cost}
      isOff={isOff}
      lacks={lacks}
      isBusy={edits.isBusy}
      problem={edits.problem}
      onAct={state.act}
    >
      <ToolFields
        key={tool}
        tool={tool}
        fields={fields}
        allowed={allowed}
        size={brush.size}
        isOff={isOff}
        preview={`${currentOf(editing)?.uri ?? row.uri}?w=320`}
        onChange={mode.changeFields}
        onSize={brush.setSize}
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
      {hasBrush && <Painted mask={mask} state={painted} isBusy={edits.isBusy} />}
      <Candidates editing={editing} isBusy={edits.isBusy} onChoose={(id) => history.show({ id })} />
    </Panel>
  )
}

const keys = [
  ['[ ]', 'Brush smaller, larger'],
  ['Space', 'Hold to pan'],
  ['Ctrl+Z', 'Undo a stroke, then an edit'],
  ['Ctrl+Shift+Z', 'Redo'],
  ['Esc', 'Discard edits and close'],
] as const

const KeysHelp = () => (
  <dl className={classes.keys}>
    {keys.map(([key, does]) => (
      <Fragment key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{does}</dd>
      </Fragment>
    ))}
  </dl>
)
