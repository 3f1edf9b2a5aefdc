import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBrush } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { EditTool } from '#domain/image-edit-tools.ts'
import { SupportText } from '../../../base/SupportText.tsx'
import { formatCount } from '../../../ui/figures.ts'
import { ThreadLoader } from '../../../ui/Thread.tsx'
import classes from './editor-panel.module.css'
import type { Mask, MaskState } from './mask.ts'
import { tools } from './tools.ts'
import type { Problem } from './use-edits.ts'

interface Props {
  tool: EditTool
  /** The button's text. */
  act: string
  /** Credits; undefined while unknown. */
  cost: number | undefined
  /** The reason why the tool cannot be used now. */
  lacks: string | undefined
  /** The tool does not apply to this image. */
  isOff: boolean
  isBusy: boolean
  /** The last failure. */
  problem: Problem | null
  children: ReactNode
  onAct: () => void
}

/** A tool's fields with its button below. */
export const Panel = ({ tool, act, cost, lacks, isOff, isBusy, problem, children, onAct }: Props) => {
  const id = useId()
  const { label, about } = tools[tool]
  const isReady = lacks === undefined && !isOff && !isBusy
  const remedy = problem?.act ?? (isReady ? { label: 'Try again', run: onAct } : undefined)
  return (
    <form
      className={classes.panel}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onAct()
      }}
    >
      <h2>{label}</h2>
      <p className={classes.about}>{about}</p>
      {children}
      {problem && (
        <div className={classes.problem} role="alert">
          <IconAlertTriangle size={16} aria-hidden="true" />
          <p dir="auto">
            <SupportText text={problem.text} />
          </p>
          {remedy && (
            <button type="button" onClick={remedy.run}>
              {remedy.label}
            </button>
          )}
        </div>
      )}
      {lacks && !isBusy && (
        <p className={classes.lacks} id={id}>
          {lacks}
        </p>
      )}
      <Button
        type="submit"
        variant="filled"
        fullWidth
        className={classes.act}
        disabled={!isReady}
        aria-describedby={lacks ? id : undefined}
      >
        {isBusy ? <ThreadLoader label={`${label} is under way`} /> : act}
        {!isBusy && cost ? <small className="num">{formatCount(cost, 'credit')}</small> : null}
      </Button>
    </form>
  )
}

const paintedText = ({ strokes, share, isEmpty }: MaskState): string => {
  if (isEmpty) return 'Nothing painted yet'
  if (strokes !== null) return `${formatCount(strokes, 'stroke')} painted`
  return `${Math.max(1, Math.round(share * 100))}% of the picture painted`
}

/** A summary of the mask, with actions for all of it. */
export const Painted = ({ mask, state, isBusy }: { mask: Mask; state: MaskState; isBusy: boolean }) => (
  <div className={classes.painted}>
    <IconBrush size={15} aria-hidden="true" />
    <span role="status">{paintedText(state)}</span>
    {!state.isEmpty && (
      <>
        <button type="button" disabled={isBusy} onClick={mask.invert}>
          Invert
        </button>
        <button type="button" disabled={isBusy} onClick={mask.clear}>
          Clear mask
        </button>
      </>
    )}
  </div>
)

/** Explains why a tool does not apply to the image. */
export const Warning = ({ children }: { children: string }) => (
  <p className={classes.warning}>
    <IconAlertTriangle size={16} aria-hidden="true" />
    {children}
  </p>
)
