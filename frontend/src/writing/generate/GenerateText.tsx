import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { promptLimit } from '#domain/writings.ts'
import { newId } from '../../app/ids.ts'
import { messageOf } from '../../app/problem.ts'
import { useAskForTextMutation, useInsertTextMutation } from '../../data/writings.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { useAskBeforeLeaving } from '../../ui/use-ask-before-leaving.tsx'
import { ContextPicker, type Source } from './ContextPicker.tsx'
import { Draft } from './Draft.tsx'
import classes from './generate-text.module.css'

interface Props {
  segmentId: string
  conjurationId: string
  campaignId: string
  /** What the text mentions already: it is looked at unless it is left out. */
  mentioned: readonly Source[]
  /** Puts it where the caret is. */
  onInsert: (markdown: string) => void
  onClose: () => void
}

/** Asks for a text, shows it while it comes, and puts it into the page once somebody wants it there. */
export const GenerateText = ({ segmentId, conjurationId, campaignId, mentioned, onInsert, onClose }: Props) => {
  const [prompt, setPrompt] = useState('')
  const [chosen, setChosen] = useState(mentioned)
  const [hasCampaign, setCampaign] = useState(true)
  const [asked, setAsked] = useState<{ id: string; after: string }>()
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
    }
    const { data, error } = await ask({ segmentId, id: newId(), prompt, context })
    if (error) return setProblem(messageOf(error, 'Something went wrong generating text. Please try again.'))
    setAsked({ id: data.id, after: data.position })
  }

  return (
    <Modal opened onClose={close} title="Generate text" size={640}>
      {asked ? (
        <Draft
          key={asked.id}
          {...asked}
          onAgain={() => setAsked(undefined)}
          onInsert={(markdown) => {
            onInsert(markdown)
            void insertText(asked.id)
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
