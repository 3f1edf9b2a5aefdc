import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Template } from '#projections/template-answers.ts'
import { useCampaign } from '../../../app/selected-campaign.ts'
import { useTemplateQuery } from '../../../data/templates.ts'
import { ThreadLoader } from '../../../ui/Thread.tsx'
import { useAskBeforeLeaving } from '../../../ui/use-ask-before-leaving.tsx'
import { Choose } from './Choose.tsx'
import { Configure, emptyBrief, isWritten } from './Configure.tsx'
import { Generate, type RequestedGeneration } from './Generate.tsx'
import { Stages } from './Stages.tsx'
import classes from './wizard.module.css'

interface Props {
  templateId?: string
  collectionId: string | null
  onClose: () => void
}

/** 'Create Lore from Template': a template is chosen, said what it is to be, and written. One that was chosen before is configured at once. */
export const Wizard = ({ templateId: given, collectionId, onClose }: Props) => {
  const campaign = useCampaign()
  const [templateId, setTemplateId] = useState(given)
  const [asked, setAsked] = useState<RequestedGeneration>()
  const [brief, setBrief] = useState(emptyBrief)
  const { close, question } = useAskBeforeLeaving(!asked && isWritten(brief), onClose)
  const step = asked ? 2 : templateId ? 1 : 0
  return (
    <Modal opened onClose={close} title="Create Lore from Template" size={720} closeOnClickOutside={!templateId}>
      <Stages step={step} />
      {!campaign && <p className={classes.note}>No campaign selected</p>}
      {campaign && !templateId && <Choose onChoose={setTemplateId} onCancel={close} />}
      {campaign && templateId && !asked && (
        <WithTemplate id={templateId}>
          {(template) => (
            <Configure
              template={template}
              campaign={campaign}
              collectionId={collectionId}
              brief={brief}
              onBrief={setBrief}
              onBack={() => setTemplateId(undefined)}
              onAsked={setAsked}
              onStarted={onClose}
            />
          )}
        </WithTemplate>
      )}
      {asked && <Generate asked={asked} onAgain={() => setAsked(undefined)} onClose={onClose} />}
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
