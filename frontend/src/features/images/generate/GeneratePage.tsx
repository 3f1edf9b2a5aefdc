import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { mayUseModel } from '#domain/entitlements.ts'
import type { ImageModel } from '#domain/image-models.ts'
import { timedOutMessage } from '#domain/image-words.ts'
import type { ImageRow } from '#projections/images.ts'
import { getCredits, useOverlays } from '../../../base/overlay.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { useExperiment } from '../../../data/experiments.ts'
import { useImageQuery } from '../../../data/images.ts'
import { standingOf, today, useMe } from '../../../data/me.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { LiveStitch } from '../../../ui/Thread.tsx'
import { toast } from '../../../ui/toast.ts'
import { formatCount } from '../image.ts'
import { cancelledByDeadline } from '../progress.ts'
import { useNsfwOffered } from '../use-nsfw-offered.ts'
import { useSamples } from '../use-samples.ts'
import { Form } from './Form.tsx'
import { chosen, insufficient, priceOf } from './form.ts'
import classes from './generate.module.css'
import { ModelPicker } from './ModelPicker.tsx'
import { ModelsInstead } from './ModelsInstead.tsx'
import promptClasses from './prompt.module.css'
import { Results } from './Results.tsx'
import { remembered } from './remembered.ts'
import tabsClasses from './tabs.module.css'
import { useConjurationWords } from './use-conjuration-words.ts'
import { type Reuse, useForm } from './use-form.ts'
import { useImages } from './use-images.ts'
import { useModels } from './use-models.ts'
import { type Refusal, useSend } from './use-send.ts'

/** Says so when a picture that was being waited for is given up on by its deadline. */
const useDeadlineNotice = (rows: readonly ImageRow[]): void => {
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const lapsed = rows.some(({ id, errorMessage }) => waiting.current.has(id) && errorMessage === timedOutMessage)
    waiting.current = new Set(rows.filter(({ generating }) => generating).map(({ id }) => id))
    if (lapsed) toast.error(cancelledByDeadline)
  }, [rows])
}

/** Fills the form with the parameters of an image, once. */
const useReuse = (reuse: Props['reuse'], isReady: boolean, state: ReturnType<typeof useForm>): void => {
  const row = useImageQuery(reuse?.imageId ?? '', { skip: !reuse || !isReady }).data?.rows[0]
  const begun = useRef<string>(undefined)
  useEffect(() => {
    if (!reuse || !row || begun.current === row.id) return
    begun.current = row.id
    state.reuse(row, reuse.as)
  }, [reuse, row, state])
}

const toastRefusals = (refusals: readonly Refusal[]) => {
  for (const { message, isShort } of refusals)
    toast.error('Failed to generate images', { context: message, ...(isShort && { act: getCredits }) })
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
  const memory = useMemo(() => remembered(localStorage, me.id, type), [me.id, type])
  const experiment = useExperiment('image-models') === 'on'
  const [requestedIds, setRequestedIds] = useState<readonly string[]>(() => memory.read('last').imageIds)
  const [picking, setPicking] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const isCovered = useOverlays().length > 0 || picking || confirming
  useEffect(() => onCover?.(isCovered), [onCover, isCovered])
  const [tab, setTab] = useState<'form' | 'results'>('form')
  const { models, failed, retry } = useModels(type)
  const usable = useMemo(
    () => (models ?? []).filter(({ plan }) => mayUseModel(standingOf(me), plan, today())),
    [models, me],
  )
  const state = useForm(memory, usable, experiment)
  const isNsfwOffered = useNsfwOffered(usable)
  const { current, before, generating } = useImages(campaign.id, type, me.id, requestedIds)
  const { send, sending } = useSend()
  useDeadlineNotice(current)
  const samples = useSamples(type)
  const words = useConjurationWords(conjurationId)
  const instead = models ? null : <ModelsInstead noun={noun} failed={failed} onRetry={retry} />

  const submit = async () => {
    const form = { ...state.form, nsfw: state.form.nsfw && isNsfwOffered }
    let isRequested = false
    const showRequested = (imageIds: string[]) => {
      isRequested = true
      setRequestedIds(imageIds)
      setTab('results')
      memory.write('last', { prompt: form.prompt, size: form.size, imageIds })
    }
    const to = { userId: me.id, campaignId: campaign.id, conjurationId, models: usable }
    const { imageIds, refusals } = await send(form, to, showRequested)
    if (refusals.length === 0) return
    // After a failed upload of the reference nothing was requested: the images shown before stay.
    if (isRequested) showRequested(imageIds)
    if (imageIds.length === 0) setTab('form')
    toastRefusals(refusals)
  }
  const trySend = () => {
    if (sending || !models) return
    const { credits } = priceOf(chosen(state.form.choices, usable))
    if (!state.check()) return
    if (credits > me.imageCredits) return void toast.error(insufficient(credits, me.imageCredits), { act: getCredits })
    if (generating) return setConfirming(true)
    void submit()
  }

  const toPrompt = () => {
    setTab('form')
    // On a phone the form is not rendered yet.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`.${promptClasses.prompt} textarea`)?.focus())
  }
  useReuse(reuse, models !== undefined, state)

  return (
    <div className={classes.root}>
      <title>{`Generate ${noun} · Loreloom`}</title>
      <Bar noun={noun} onReturn={onReturn} />
      <Tabs tab={tab} rows={current} onChange={setTab} />
      <div className={classes.halves} data-tab={tab}>
        <Form
          state={state}
          experiment={experiment}
          isNsfwOffered={isNsfwOffered}
          instead={instead}
          sending={sending}
          noun={noun}
          words={words}
          models={usable}
          credits={me.imageCredits}
          onPick={() => setPicking(true)}
          onSend={trySend}
        />
        <Results
          rows={current}
          before={before}
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
      {picking && (
        <ModelPicker
          models={models ?? []}
          current={state.form.choices.map(({ modelId }) => modelId)}
          mayUse={(model) => usable.includes(model)}
          instead={instead}
          onApply={(chosen) => {
            state.setModels(chosen)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
      <ConfirmDialog
        opened={confirming}
        title={`Generate more ${noun}s`}
        text={stillGenerating}
        confirm="Continue"
        onConfirm={submit}
        onClose={() => setConfirming(false)}
      />
    </div>
  )
}

interface TabsProps {
  tab: 'form' | 'results'
  rows: readonly ImageRow[]
  onChange: (tab: 'form' | 'results') => void
}

/** The two halves as tabs, on a phone only. */
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
