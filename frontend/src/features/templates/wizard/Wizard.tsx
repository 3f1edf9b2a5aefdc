import { Modal } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Template } from '#projections/template-answers.ts'
import { useOverlays } from '../../../base/overlay.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import { useCampaign } from '../../../data/selected-campaign.ts'
import { useTemplateQuery } from '../../../data/templates.ts'
import { ThreadLoader } from '../../../ui/Thread.tsx'
import { Choose } from './Choose.tsx'
import { Configure, emptyBrief, isWritten } from './Configure.tsx'
import { Generate, type RequestedGeneration } from './Generate.tsx'
import classes from './wizard.module.css'

interface Props {
  templateId?: string
  collectionId: string | null
  onClose: () => void
}

/** 'Create Lore from Template': choose a template, configure and generate. A given template skips the first step. */
export const Wizard = ({ templateId: given, collectionId, onClose }: Props) => {
  const campaign = useCampaign()
  const [templateId, setTemplateId] = useState(given)
  const [requested, setRequested] = useState<RequestedGeneration>()
  const [brief, setBrief] = useState(emptyBrief)
  const { close, question } = useAskBeforeLeaving(!requested && isWritten(brief), onClose)
  const [isConfirming, setConfirming] = useState(false)
  const step = requested ? 2 : templateId ? 1 : 0
  return (
    <Modal
      opened
      onClose={close}
      title="Create Lore from Template"
      size={720}
      closeOnClickOutside={!templateId}
      // Escape closes the top layer only.
      closeOnEscape={useOverlays().length < 2 && !isConfirming}
    >
      <Stages step={step} />
      {!campaign && <p className={classes.note}>No campaign selected</p>}
      {campaign && !templateId && <Choose onChoose={setTemplateId} onCancel={close} />}
      {campaign && templateId && !requested && (
        <WithTemplate id={templateId}>
          {(template) => (
            <Configure
              template={template}
              campaign={campaign}
              collectionId={collectionId}
              brief={brief}
              onBrief={setBrief}
              onBack={() => setTemplateId(undefined)}
              onAsked={setRequested}
              isConfirming={isConfirming}
              onConfirming={setConfirming}
              onStarted={onClose}
            />
          )}
        </WithTemplate>
      )}
      {requested && <Generate requested={requested} onAgain={() => setRequested(undefined)} onClose={onClose} />}
      {question}
    </Modal>
  )
}

const WithTemplate = ({ id, children }: { id: string; children: (template: Template) => ReactNode }) => {
  const { data, isError } = useTemplateQuery(id)
  const template = data?.rows[0]
  if (template) return children(template)
  return isError || data ? (
    <p className={classes.note}>Failed to load template</p>
  ) : (
    <ThreadLoader label="Loading template" />
  )
}

const names = ['Choose Template', 'Configure', 'Generate']

/** The current one of the three steps. */
const Stages = ({ step }: { step: number }) => {
  const list = useRef<HTMLOListElement>(null)
  // Each step begins at its top, however far the one before was scrolled.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'end' })
  }, [step])
  return (
    <ol ref={list} className={classes.stages} aria-label="Steps">
      {names.map((name, n) => (
        <li key={name} aria-current={n === step ? 'step' : undefined} data-done={n < step || undefined}>
          {n < step && <IconCheck size={14} aria-label="Done" />}
          {name}
        </li>
      ))}
    </ol>
  )
}
