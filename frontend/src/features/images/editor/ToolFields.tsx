import { Switch } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { formatCount } from '../../../ui/figures.ts'
import '@mantine/core/styles/Switch.layer.css'
import { directions, type EditTool } from '#domain/image-edit-tools.ts'
import { openOverlay } from '../../../base/overlay.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Prompt } from '../generate/Prompt.tsx'
import { BrushSize } from './BrushSize.tsx'
import { brushSizes } from './brush.ts'
import classes from './editor-panel.module.css'
import { type Fields, removalNeedsPro } from './tools.ts'
import type { Allowed } from './use-allowed.ts'

interface Props {
  fields: Fields
  allowed: Allowed
  /** A thumbnail of the edited image. */
  preview: string
  /** The brush size in pixels. */
  size: number
  onChange: (change: Partial<Fields>) => void
  onSize: (size: number) => void
}

const noProblem = { quiet: true, problem: undefined }

const TouchUp = ({ fields, allowed, onChange }: Props) => (
  <>
    <Prompt label="Prompt" rows={3} {...noProblem} value={fields.prompt} onChange={(prompt) => onChange({ prompt })} />
    {allowed.premiumCost !== null && (
      <Premium fields={fields} allowed={allowed} onChange={onChange} cost={allowed.premiumCost} />
    )}
    {allowed.nsfw && (
      <Switch
        className={classes.nsfw}
        label="NSFW"
        checked={fields.nsfw}
        onChange={(event) => onChange({ nsfw: event.currentTarget.checked })}
      />
    )}
  </>
)

const Premium = ({
  fields,
  allowed,
  cost,
  onChange,
}: Pick<Props, 'fields' | 'allowed' | 'onChange'> & { cost: number }) => (
  <div className={classes.premium}>
    <Switch
      label="Premium"
      checked={allowed.premium && fields.premium}
      disabled={!allowed.premium}
      onChange={(event) => onChange({ premium: event.currentTarget.checked })}
    />
    {!allowed.premium && <Badge colour="weld">PRO</Badge>}
    <p>
      {allowed.premium
        ? `${allowed.premiumMeans}${cost > 0 ? `, for ${formatCount(cost, 'credit')}` : ''}.`
        : 'Premium touch up is part of the Pro plan.'}
      {!allowed.premium && (
        <button type="button" onClick={() => openOverlay({ kind: 'upgrade', wanted: 'premiumInpainting' })}>
          Upgrade to Pro
        </button>
      )}
    </p>
  </div>
)

const arrows = { up: IconArrowUp, down: IconArrowDown, left: IconArrowLeft, right: IconArrowRight }

const Extend = ({ fields, preview, onChange }: Props) => (
  <>
    <fieldset className={classes.sides}>
      <legend>Side</legend>
      <span className={classes.preview} data-grows={fields.direction}>
        <img src={preview} alt="" />
      </span>
      {directions.map((direction) => {
        const Icon = arrows[direction]
        return (
          <label key={direction} data-side={direction} title={`Extend ${direction}`}>
            <input
              type="radio"
              name="direction"
              aria-label={direction}
              checked={fields.direction === direction}
              onChange={() => onChange({ direction })}
            />
            <Icon size={18} aria-hidden="true" />
          </label>
        )
      })}
    </fieldset>
    <Prompt
      label={'Prompt'}
      note={'Optional'}
      rows={1}
      placeholder={'What lies further out'}
      {...noProblem}
      value={fields.prompt}
      onChange={(prompt) => onChange({ prompt })}
    />
  </>
)

const Replace = ({ fields, onChange }: Props) => (
  <>
    <Prompt
      label={'Find'}
      note={'Optional'}
      rows={1}
      placeholder="The picture's main subject"
      {...noProblem}
      value={fields.searchPrompt}
      onChange={(searchPrompt) => onChange({ searchPrompt })}
    />
    <Prompt
      label={'Replace with'}
      rows={1}
      {...noProblem}
      value={fields.prompt}
      onChange={(prompt) => onChange({ prompt })}
    />
  </>
)

const Recolor = ({ fields, onChange }: Props) => (
  <>
    <Prompt
      label={'What to recolor'}
      rows={1}
      {...noProblem}
      value={fields.searchPrompt}
      onChange={(searchPrompt) => onChange({ searchPrompt })}
    />
    <Prompt
      label={'New color'}
      rows={1}
      {...noProblem}
      value={fields.prompt}
      onChange={(prompt) => onChange({ prompt })}
    />
  </>
)

const RemoveBackground = ({ allowed }: Props) =>
  allowed.removal ? null : (
    <div className={classes.removal}>
      <span className={classes.checks} aria-hidden="true" />
      <div>
        <Badge colour="weld">PRO</Badge>
        <p>{removalNeedsPro}</p>
      </div>
    </div>
  )

const ReplaceBackground = ({ fields, onChange }: Props) => (
  <Prompt
    label={'Prompt'}
    rows={3}
    placeholder={'Describe the new background'}
    {...noProblem}
    value={fields.prompt}
    onChange={(prompt) => onChange({ prompt })}
  />
)

const Erase = ({ size, onSize }: Props) => (
  <div className={classes.brush}>
    <p aria-hidden="true">
      Brush size <b className="num">{size}</b>
    </p>
    <div className="num">
      {brushSizes.least}
      <BrushSize size={size} onSize={onSize} />
      {brushSizes.most}
    </div>
  </div>
)

const fieldsOf: Readonly<Record<EditTool, ComponentType<Props>>> = {
  inpaint: TouchUp,
  outpaint: Extend,
  erase: Erase,
  replace: Replace,
  recolor: Recolor,
  'remove-background': RemoveBackground,
  'replace-background': ReplaceBackground,
}

/** The fields of a tool; disabled if the tool does not apply to the image. */
export const ToolFields = ({ tool, isOff, ...props }: Props & { tool: EditTool; isOff: boolean }) => {
  const Fields = fieldsOf[tool]
  return (
    <fieldset className={classes.fields} disabled={isOff}>
      <Fields {...props} />
    </fieldset>
  )
}
