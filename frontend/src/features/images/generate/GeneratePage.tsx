import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import type { ImageRow } from '#projections/images.ts'
import { useOverlays } from '../../../base/overlay.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { useImageQuery } from '../../../data/images.ts'
import { useMe } from '../../../data/me.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { formatCount } from '../../../ui/figures.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSamples } from '../use-samples.ts'
import { Form } from './Form.tsx'
import formClasses from './form.module.css'
import classes from './generate.module.css'
import { ModelPicker } from './ModelPicker.tsx'
import promptClasses from './prompt.module.css'
import { Results } from './Results.tsx'
import tabsClasses from './tabs.module.css'
import { useConjurationWords } from './use-conjuration-words.ts'
import type { FormState, Reuse } from './use-form.ts'
import { useModelForm, useRequests } from './use-generating.ts'

/** Fills the form with the parameters of an image, once. */
const useReuse = (reuse: Props['reuse'], isReady: boolean, state: FormState): void => {
  const row = useImageQuery(reuse?.imageId ?? '', { skip: !reuse || !isReady }).data?.rows[0]
  const begun = useRef<string>(undefined)
  useEffect(() => {
    if (!reuse || !row || begun.current === row.id) return
    begun.current = row.id
    state.reuse(row, reuse.as)
  }, [reuse, row, state])
}

/** Returns the tab that a phone shows, and `toPrompt`, which opens the form and focuses its prompt field. */
const useTab = () => {
  const [tab, setTab] = useState<'form' | 'results'>('form')
  const toPrompt = () => {
    setTab('form')
    // On a phone the form is hidden until the tab has changed.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`.${promptClasses.prompt} textarea`)?.focus())
  }
  return { tab, setTab, toPrompt }
}

const Bar = ({ noun, onReturn }: { noun: string; onReturn: () => void }) => {
  const { imageCredits } = useMe()
  return (
    <header className={classes.bar}>
      <Button variant="subtle" size="xs" leftSection={<IconArrowLeft size={15} stroke={1.6} />} onClick={onReturn}>
        Return
      </Button>
      <h1>Generate {noun}</h1>
      <span className="num">{formatCount(imageCredits, 'credit')}</span>
      <Button onClick={onReturn}>Done</Button>
    </header>
  )
}

const failures = {
  image: { title: 'Failed to load image models', toast: 'Failed to load image models. Please try again.' },
  map: { title: 'Failed to load map models', toast: 'Failed to load map models. Please try again.' },
} as const

/** Replaces the models while the catalogue is loading, and after it failed to load. */
const ModelsInstead = ({ noun, failed, onRetry }: { noun: 'image' | 'map'; failed: boolean; onRetry: () => void }) => {
  useEffect(() => {
    if (failed) toast.error(failures[noun].toast)
  }, [failed, noun])
  return failed ? (
    <div className={formClasses.unloaded} role="alert">
      <span>{failures[noun].title}</span>
      <Button size="xs" onClick={onRetry}>
        Retry
      </Button>
    </div>
  ) : (
    <Loading label="Loading models" className={formClasses.unloaded}>
      <Skeleton height={40} />
    </Loading>
  )
}

interface Props {
  campaign: Campaign
  type: ImageModel['type']
  /** The lore that the pictures will belong to. */
  conjurationId: string | null
  linkTo: (id: string) => string
  onReturn: () => void
  /** An image whose parameters are reused. */
  reuse: { imageId: string; as: Reuse } | null
  /** Called when a dialog opens over this screen and when the last one closes. */
  onCover?: (covered: boolean) => void
}

const stillGenerating =
  'You have images currently generating. Starting a new generation will cost more credits. Are you sure you want to continue?'

/** The screen for requesting images: the form and the results. On a phone these are two tabs. */
export const GeneratePage = ({ campaign, type, conjurationId, linkTo, onReturn, reuse, onCover }: Props) => {
  const me = useMe()
  const noun = type === 'MAP' ? 'map' : 'image'
  const { tab, setTab, toPrompt } = useTab()
  const form = useModelForm(type)
  const { models, state } = form
  const requests = useRequests({ campaignId: campaign.id, type, conjurationId, form, onTab: setTab })
  const [picking, setPicking] = useState(false)
  const isCovered = useOverlays().length > 0 || picking || requests.confirming
  useEffect(() => onCover?.(isCovered), [onCover, isCovered])
  const samples = useSamples(type)
  const words = useConjurationWords(conjurationId)
  useReuse(reuse, models !== undefined, state)
  const instead = models ? null : <ModelsInstead noun={noun} failed={form.failed} onRetry={form.retry} />

  return (
    <div className={classes.root}>
      <title>{`Generate ${noun} · Loreloom`}</title>
      <Bar noun={noun} onReturn={onReturn} />
      <Tabs tab={tab} rows={requests.current} onChange={setTab} />
      <div className={classes.halves} data-tab={tab}>
        <Form
          state={state}
          experiment={form.experiment}
          isNsfwOffered={form.isNsfwOffered}
          instead={instead}
          sending={requests.sending}
          noun={noun}
          words={words}
          models={form.usable}
          credits={me.imageCredits}
          onPick={() => setPicking(true)}
          onSend={requests.trySubmit}
        />
        <Results
          rows={requests.current}
          before={requests.before}
          samples={samples}
          noun={noun}
          linkTo={({ id }) => linkTo(id)}
          onWrite={toPrompt}
          onReuse={(row, as) => {
            state.reuse(row, as)
            toPrompt()
          }}
        />
      </div>
      {picking && <FormModelPicker form={form} instead={instead} onClose={() => setPicking(false)} />}
      <ConfirmDialog
        opened={requests.confirming}
        title={`Generate more ${noun}s`}
        text={stillGenerating}
        confirm="Continue"
        onConfirm={requests.submit}
        onClose={() => requests.setConfirming(false)}
      />
    </div>
  )
}

interface FormModelPickerProps {
  form: ReturnType<typeof useModelForm>
  instead: ReactNode
  onClose: () => void
}

const FormModelPicker = ({ form: { models, usable, state }, instead, onClose }: FormModelPickerProps) => (
  <ModelPicker
    models={models ?? []}
    current={state.form.choices.map(({ modelId }) => modelId)}
    mayUse={(model) => usable.includes(model)}
    instead={instead}
    onApply={(chosen) => {
      state.setModels(chosen)
      onClose()
    }}
    onClose={onClose}
  />
)

interface TabsProps {
  tab: 'form' | 'results'
  rows: readonly ImageRow[]
  onChange: (tab: 'form' | 'results') => void
}

/** Tabs for the form and the results, visible on a phone only. */
const Tabs = ({ tab, rows, onChange }: TabsProps) => (
  <nav className={tabsClasses.tabs} aria-label="Prompt and results">
    <button type="button" aria-pressed={tab === 'form'} onClick={() => onChange('form')}>
      Prompt
    </button>
    <button type="button" aria-pressed={tab === 'results'} onClick={() => onChange('results')}>
      Results
      {rows.length > 0 && (
        <span className="num">
          {rows.filter(({ uri }) => uri !== null).length} of {rows.length}
        </span>
      )}
      {rows.some(({ generating }) => generating) && <LiveStitch width={22} />}
    </button>
  </nav>
)
