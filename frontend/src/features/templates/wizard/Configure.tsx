import { Button, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { writingCost } from '#domain/generations.ts'
import { placeholderNames } from '#domain/template-attributes.ts'
import type { Template } from '#projections/template-answers.ts'
import { getCredits } from '../../../base/overlay.ts'
import { messageOf } from '../../../base/problem.ts'
import { useWhyNotSpend } from '../../../billing/use-why-not.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { useMe } from '../../../data/me.ts'
import { useLoreFromTemplateMutation } from '../../../data/templates.ts'
import { useCollectionChoices } from '../../../data/use-collection-choices.ts'
import { CollectionPicker } from '../../../ui/CollectionPicker.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useStartEmpty } from '../use-start-empty.ts'
import type { RequestedGeneration } from './Generate.tsx'
import { Guidance } from './Guidance.tsx'
import { ImageChoice, useImageChoice } from './ImageChoice.tsx'
import { type Mentioned, mentionedIn } from './mentioned.ts'
import classes from './wizard.module.css'

/** The user's input, retained while they choose another template or retry. */
export interface Brief {
  guidance: string
  mentioned: readonly Mentioned[]
  values: Record<string, string>
}
export const emptyBrief: Brief = { guidance: '', mentioned: [], values: {} }
export const isWritten = ({ guidance, values }: Brief): boolean =>
  [guidance, ...Object.values(values)].some((words) => words.trim() !== '')

interface Props {
  template: Template
  campaign: Campaign
  collectionId: string | null
  brief: Brief
  /** Receives an updater: a mention causes two changes at once. */
  onBrief: (change: (brief: Brief) => Brief) => void
  onBack: () => void
  onAsked: (request: RequestedGeneration) => void
  /** True while the confirmation is shown that empty lore does not use the typed text. */
  isConfirming: boolean
  onConfirming: (isConfirming: boolean) => void
  /** Called once empty lore has been created and opened. */
  onStarted: () => void
}

/** The second step: the subject of the lore, its folder, an optional picture, and the price. */
export const Configure = (props: Props) => {
  const { template, campaign, collectionId: given, brief, onBrief, onBack, onStarted } = props
  const { guidance, mentioned } = brief
  const me = useMe()
  const whyNot = useWhyNotSpend()
  const whyNotId = useId()
  const [collectionId, setCollectionId] = useState(given)
  const { choices, tree } = useCollectionChoices({ campaignId: campaign.id, campaignName: campaign.name, at: given })
  const place = tree.get(collectionId ?? '')?.name ?? campaign.name
  const image = useImageChoice()
  const total = writingCost + image.cost
  const isShort = me.imageCredits < total
  const names = placeholderNames(template.attributes)
  // The stored values may belong to a template that was chosen before.
  const values = Object.fromEntries(names.flatMap((name) => (brief.values[name] ? [[name, brief.values[name]]] : [])))
  const { send, isLoading, problem } = useGenerationRequest({ ...props, collectionId, values, image, total, place })

  return (
    <form className={classes.step} onSubmit={(event) => void send(event)}>
      <p className={classes.chosen} dir="auto">
        <b>{template.name}</b> {template.description}
      </p>
      <Guidance
        campaignId={campaign.id}
        value={guidance}
        mentioned={mentioned}
        onChange={(guidance) => onBrief((before) => ({ ...before, guidance }))}
        onMention={(one) => onBrief((before) => ({ ...before, mentioned: [...before.mentioned, one] }))}
      />
      <Placeholders
        values={values}
        names={names}
        onChange={(name, value) => onBrief((before) => ({ ...before, values: { ...before.values, [name]: value } }))}
      />
      <Destination name={place} choices={choices} collectionId={collectionId} onChoose={setCollectionId} />
      <ImageChoice choice={image} />
      <Cost total={total} imageCost={image.isWanted ? image.cost : undefined} />
      <Obstacle whyNot={whyNot} whyNotId={whyNotId} needed={isShort ? total : undefined} problem={problem} />
      <footer className={classes.foot}>
        <Button variant="subtle" disabled={isLoading} leftSection={<IconArrowLeft size={15} />} onClick={onBack}>
          Back
        </Button>
        <StartEmpty
          templateId={template.id}
          collectionId={collectionId}
          isOff={isLoading}
          isTyped={isWritten(brief)}
          // Before the lore opens, since text that would be lost keeps the user here.
          onCreated={() => flushSync(() => onBrief(() => emptyBrief))}
          onStarted={onStarted}
          isConfirming={props.isConfirming}
          onConfirming={props.onConfirming}
        />
        <Button
          type="submit"
          variant="filled"
          loading={isLoading}
          disabled={isShort || whyNot !== undefined}
          aria-describedby={whyNot && whyNotId}
        >
          Create Lore
        </Button>
      </footer>
    </form>
  )
}

interface RequestOptions extends Pick<Props, 'template' | 'campaign' | 'brief' | 'onAsked'> {
  collectionId: string | null
  values: Record<string, string>
  image: ReturnType<typeof useImageChoice>
  total: number
  /** The name of the folder, or of the campaign. */
  place: string
}

/** Requests the generation, and reports it to the next step. */
const useGenerationRequest = (options: RequestOptions) => {
  const { template, campaign, brief, onAsked, collectionId, values, image, total, place } = options
  const [ask, { isLoading }] = useLoreFromTemplateMutation()
  const [problem, setProblem] = useState<string>()
  const { isWanted: generateImage, model, models, cost: imageCost } = image
  const { guidance, mentioned } = brief

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const { data, error } = await ask({
      collectionId,
      campaignId: campaign.id,
      templateId: template.id,
      guidance: guidance.trim(),
      values,
      guidanceContext: mentionedIn(guidance, mentioned).map(({ id }) => id),
      generateImage,
      ...(model && generateImage ? { imageModelId: model.id } : {}),
    })
    if (error) return setProblem(messageOf(error, 'Failed to create lore from template. Please try again.'))
    onAsked({
      generationId: data.generationId,
      conjurationId: data.conjuration.id,
      total,
      imageCost,
      place,
      modelName: model?.name ?? 'Default model',
      samples: (model ?? models[0])?.sampleImageUris ?? [],
      withImage: generateImage,
    })
  }
  return { send, isLoading, problem }
}

interface StartEmptyProps extends Pick<Props, 'isConfirming' | 'onConfirming' | 'onStarted'> {
  templateId: string
  collectionId: string | null
  isOff: boolean
  /** The user has typed text, which empty lore does not use: a confirmation is requested. */
  isTyped: boolean
  onCreated: () => void
}

const StartEmpty = (props: StartEmptyProps) => {
  const { templateId, collectionId, isOff, isTyped, isConfirming, onConfirming, onCreated, onStarted } = props
  const { startEmpty, isStarting, isOff: mayNotStart } = useStartEmpty()
  const begin = async () => {
    if (await startEmpty(templateId, collectionId, onCreated)) onStarted()
  }
  return (
    <>
      <Button
        loading={isStarting}
        disabled={mayNotStart || isOff}
        onClick={() => (isTyped ? onConfirming(true) : void begin())}
      >
        Start empty from this template
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title="Start without what you typed?"
        text="Empty lore has the sections of the template and no text. What you typed here is not used."
        confirm="Start Empty"
        onConfirm={begin}
        onClose={() => onConfirming(false)}
      />
    </>
  )
}

interface DestinationProps {
  /** The name of the folder, or of the campaign. */
  name: string
  choices: ReturnType<typeof useCollectionChoices>['choices']
  collectionId: string | null
  onChoose: (collectionId: string | null) => void
}

const Destination = ({ name, choices, collectionId, onChoose }: DestinationProps) => (
  <details className={classes.place}>
    <summary>
      Goes into <b dir="auto">{name}</b>
    </summary>
    <CollectionPicker {...choices} value={collectionId} onChange={onChoose} />
  </details>
)

interface PlaceholdersProps {
  names: readonly string[]
  values: Record<string, string | undefined>
  onChange: (name: string, value: string) => void
}

const Placeholders = ({ names, values, onChange }: PlaceholdersProps) =>
  names.map((name) => (
    <TextInput
      key={name}
      label={name}
      dir="auto"
      maxLength={500}
      value={values[name] ?? ''}
      onChange={(event) => onChange(name, event.currentTarget.value)}
    />
  ))

const Cost = ({ total, imageCost }: { total: number; imageCost: number | undefined }) => {
  const { imageCredits } = useMe()
  return (
    <p className={`${classes.cost} num`}>
      <span>Total</span>
      <b>{total} credits</b>
      <small>
        {writingCost} for the lore{imageCost !== undefined && `, ${imageCost} for the image`}. You have{' '}
        {imageCredits.toLocaleString('en')}.
      </small>
    </p>
  )
}

interface ObstacleProps {
  /** The reason why the user cannot spend credits at all. */
  whyNot: string | undefined
  whyNotId: string
  /** The credits that are needed, if there are too few. */
  needed: number | undefined
  problem: string | undefined
}

const Obstacle = ({ whyNot, whyNotId, needed, problem }: ObstacleProps) => {
  const { imageCredits } = useMe()
  if (whyNot)
    return (
      <p id={whyNotId} className={classes.problem}>
        {whyNot}
      </p>
    )
  if (needed === undefined && !problem) return null
  return (
    <p role="alert" className={classes.problem}>
      {needed === undefined
        ? problem
        : `Insufficient credits. You need ${needed} credits but only have ${imageCredits.toLocaleString('en')}.`}{' '}
      {needed !== undefined && (
        <button type="button" onClick={getCredits.run}>
          {getCredits.label}
        </button>
      )}
    </p>
  )
}
