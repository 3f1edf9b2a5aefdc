import { ActionIcon, Modal } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ModelSize } from '#domain/model-words.ts'
import { useOverlays } from '../../../base/overlay.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import { useMe } from '../../../data/me.ts'
import { modelsPerPage, useModelsQuery } from '../../../data/models.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { costFor } from '../model.ts'
import { MethodChoice, PictureStep } from './Choices.tsx'
import { CropStep } from './CropStep.tsx'
import classes from './create-model.module.css'
import { FromPrompt } from './FromPrompt.tsx'
import { Generating } from './Generating.tsx'
import type { Picture } from './picture.ts'
import { useGeneration } from './use-generation.ts'

type Step =
  | { name: 'choice' | 'prompt' | 'source' | 'gallery' | 'upload' }
  | { name: 'crop'; picture: Picture }
  | { name: 'generating'; modelId: string; picture: Picture | undefined }

const titles: Record<Step['name'], string> = {
  choice: 'Create Model',
  prompt: 'From A Prompt',
  source: 'From An Image',
  gallery: 'From An Image',
  upload: 'From An Image',
  crop: 'From An Image',
  generating: 'Create Model',
}

interface Props {
  campaignId: string
  /** The lore that the picture shows. */
  conjurationId?: string
  /** The picture that becomes a model: the choice is skipped. */
  picture?: Picture
  /** A prompt to begin with: the choice is skipped. */
  prompt?: string | undefined
  onClose: () => void
}

/** The steps taken, the last of which is shown. */
const useSteps = (first: Step) => {
  const [steps, setSteps] = useState<readonly Step[]>([first])
  return {
    step: steps.at(-1) ?? first,
    hasPrevious: steps.length > 1,
    go: (next: Step) => setSteps((steps) => [...steps, next]),
    goBack: () => setSteps((steps) => steps.slice(0, -1)),
  }
}

/** Returns a function that adds an object URL, to be revoked when the dialog closes. */
const useObjectUrls = () => {
  const objectUrls = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of objectUrls.current) URL.revokeObjectURL(url)
    },
    [],
  )
  return (url: string) => void objectUrls.current.push(url)
}

/** Returns a function that formats the price of a model for this user. */
const usePriceOf = () => {
  const me = useMe()
  return (source: 'image' | 'prompt') => {
    const cost = costFor(me, source)
    return cost === 0 ? 'free' : `${cost} credits`
  }
}

/** The steps of the Create Model dialog. Back leads to the step before, and what was entered stays. */
export const CreateSteps = ({ campaignId, conjurationId, picture, prompt: given, onClose }: Props) => {
  const priceOf = usePriceOf()
  const { data } = useModelsQuery({ campaignId, want: modelsPerPage })
  const first: Step = picture ? { name: 'crop', picture } : { name: given ? 'prompt' : 'choice' }
  const { step, hasPrevious, go, goBack } = useSteps(first)
  const [prompt, setPrompt] = useState(given ?? '')
  const [size, setSize] = useState<ModelSize>('medium')
  const addObjectUrl = useObjectUrls()
  const back = () => {
    generation.clearProblem()
    goBack()
  }
  const generation = useGeneration(campaignId, (modelId) =>
    go({ name: 'generating', modelId, picture: step.name === 'crop' ? step.picture : undefined }),
  )
  const isPromptTyped = step.name !== 'generating' && prompt.trim() !== (given ?? '').trim()
  const { close, question } = useAskBeforeLeaving(isPromptTyped, onClose)
  const offer = data?.offer
  const sized = { size, onSize: setSize, generation }

  return (
    <Modal
      opened
      onClose={close}
      size={720}
      classNames={{ title: classes.title }}
      // Escape closes the top layer only.
      closeOnEscape={useOverlays().length < 2}
      title={<Title step={step.name} isBusy={generation.isBusy} onBack={hasPrevious ? back : undefined} />}
    >
      {!offer && <Waiting />}
      {offer && step.name === 'choice' && (
        <MethodChoice offer={offer} priceOf={priceOf} onChoose={(name) => go({ name })} />
      )}
      {step.name === 'prompt' && <FromPrompt {...sized} prompt={prompt} onPrompt={setPrompt} />}
      {(step.name === 'source' || step.name === 'gallery' || step.name === 'upload') && (
        <PictureStep
          name={step.name}
          campaignId={campaignId}
          onStep={(name) => go({ name })}
          onPicture={(picture) => {
            if ('file' in picture) addObjectUrl(picture.uri)
            go({ name: 'crop', picture })
          }}
        />
      )}
      {offer && step.name === 'crop' && (
        <CropStep {...sized} picture={step.picture} shapes={offer.shapes} conjurationId={conjurationId} />
      )}
      {step.name === 'generating' && (
        <Generating
          modelId={step.modelId}
          picture={step.picture?.uri}
          facts={factsOf(step.picture, prompt, priceOf)}
          onAgain={back}
          onClose={onClose}
        />
      )}
      {question}
    </Modal>
  )
}

/** The source of a generated model, and the credits held for it. */
const factsOf = (picture: Picture | undefined, prompt: string, priceOf: ReturnType<typeof usePriceOf>) => [
  picture ? (['Source', picture.name] as const) : (['Prompt', prompt.trim()] as const),
  ['Held', priceOf(picture ? 'image' : 'prompt')] as const,
]

interface TitleProps {
  step: Step['name']
  isBusy: boolean
  /** Absent for the first step. */
  onBack: (() => void) | undefined
}

const Title = ({ step, isBusy, onBack }: TitleProps) => {
  const { imageCredits } = useMe()
  return (
    <>
      {onBack && (
        <ActionIcon aria-label="Back" disabled={isBusy} onClick={onBack}>
          <IconArrowLeft size={18} />
        </ActionIcon>
      )}
      {titles[step]}
      {step === 'choice' && <small className="num">{imageCredits.toLocaleString('en')} credits</small>}
    </>
  )
}
