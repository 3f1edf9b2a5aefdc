import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { promptLimit } from '#domain/writings.ts'
import { newId } from '../../base/ids.ts'
import { messageOf } from '../../base/problem.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import { useAskForTextMutation, useInsertTextMutation } from '../../data/writings.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { ContextPicker, type Source } from './ContextPicker.tsx'
import { Draft } from './Draft.tsx'
import classes from './generate-text.module.css'

interface Props {
  segmentId: string
  conjurationId: string
  campaignId: string
  /** Items that the text already mentions: they are sources of the generation unless the user removes them. */
  mentioned: readonly Source[]
  /** Inserts the generated text at the caret. */
  onInsert: (markdown: string) => void
  onClose: () => void
}

/** Requests a text, shows it while it arrives, and inserts it into the page when the user accepts it. */
export const GenerateText = ({ segmentId, conjurationId, campaignId, mentioned, onInsert, onClose }: Props) => {
  const [prompt, setPrompt] = useState('')
  const [chosen, setChosen] = useState(mentioned)
  const [hasCampaign, setCampaign] = useState(true)
  const [hasStoryVault, setStoryVault] = useState(false)
  const [requested, setRequested] = useState<{ id: string; after: string }>()
  const [problem, setProblem] = useState<string>()
  const [ask, { isLoading }] = useAskForTextMutation()
  const [insertText] = useInsertTextMutation()
  const { close, question } = useAskBeforeLeaving(prompt.trim() !== '', onClose)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const idsOf = (kind: Source['kind']) => chosen.filter((one) => one.kind === kind).map(({ id }) => id)
    const context = {
      targetConjurationId: conjurationId,
      conjurationIds: idsOf('lore'),
      fileIds: idsOf('file'),
      campaign: hasCampaign,
      storyVault: hasStoryVault,
    }
    const { data, error } = await ask({ segmentId, id: newId(), prompt, context })
    if (error) return setProblem(messageOf(error, 'Something went wrong generating text. Please try again.'))
    setRequested({ id: data.id, after: data.position })
  }

  return (
    <Modal opened onClose={close} title="Generate text" size={640}>
      {requested ? (
        <Draft
          key={requested.id}
          {...requested}
          onAgain={() => setRequested(undefined)}
          onInsert={(markdown) => {
            onInsert(markdown)
            void insertText(requested.id)
            onClose()
          }}
        />
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <Textarea
            classNames={{ input: classes.prompt ?? '' }}
            label="What is to be written"
            placeholder="Two paragraphs on how the toll came to be doubled"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={promptLimit}
            dir="auto"
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
            data-autofocus
          />
          <ContextPicker
            campaignId={campaignId}
            chosen={chosen}
            hasCampaign={hasCampaign}
            onChange={setChosen}
            onCampaign={setCampaign}
            hasStoryVault={hasStoryVault}
            onStoryVault={setStoryVault}
          />
          {problem && (
            <p role="alert" className={classes.problem}>
              {problem}
            </p>
          )}
          <DialogFoot onCancel={close}>
            <Button type="submit" variant="filled" loading={isLoading} disabled={prompt.trim() === ''}>
              Generate
            </Button>
          </DialogFoot>
        </form>
      )}
      {question}
    </Modal>
  )
}
