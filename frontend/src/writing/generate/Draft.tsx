import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { LiveStitch } from '../../ui/Thread.tsx'
import { RichText } from '../reading/RichText.tsx'
import classes from './generate-text.module.css'
import { Receipt } from './Receipt.tsx'
import { useComingText } from './use-coming-text.ts'

interface Props {
  id: string
  /** The log position of the request. */
  after: string
  onInsert: (markdown: string) => void
  onAgain: () => void
}

/** A generated text while it streams, and its actions once it is complete. */
export const Draft = ({ id, after, onInsert, onAgain }: Props) => {
  const { heard, answer } = useComingText(id, after)
  const text = answer?.text ?? heard
  const ops = useMemo(() => fromMarkdown(text), [text])
  const isOver = answer !== undefined && answer.status !== 'REQUESTED'
  return (
    <div className={classes.draft}>
      {!isOver && (
        <div className={classes.coming} role="status">
          <LiveStitch />
          Writing…
        </div>
      )}
      {text !== '' && (
        <section aria-label="Draft" className={classes.text}>
          <RichText ops={ops} />
        </section>
      )}
      {answer?.status === 'FAILED' && (
        <p role="alert" className={classes.problem}>
          {answer.message}
        </p>
      )}
      {answer?.receipt && <Receipt receipt={answer.receipt} />}
      {isOver && (
        <Group justify="flex-end" gap={8} mt={18}>
          <Button variant="subtle" onClick={onAgain}>
            Back to the prompt
          </Button>
          {answer.status === 'FINISHED' && (
            <Button variant="filled" data-autofocus onClick={() => onInsert(answer.text ?? '')}>
              Insert
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}
