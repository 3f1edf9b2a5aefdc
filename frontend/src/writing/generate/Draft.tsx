import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { WritingAnswer } from '#projections/writing-answers.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { useWritingQuery } from '../../data/writings.ts'
import { useTopic } from '../../realtime/topics.ts'
import { useRefetching } from '../../realtime/use-refetching.ts'
import { LiveStitch } from '../../ui/Thread.tsx'
import { RichText } from '../reading/RichText.tsx'
import classes from './generate-text.module.css'
import { Receipt } from './Receipt.tsx'

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

/** A streaming text: the received pieces, and finally the recorded result. */
const useComingText = (id: string, after: string): { heard: string; answer: WritingAnswer | undefined } => {
  const query = useWritingQuery(id)
  const [heard, setHeard] = useState('')
  useTopic(topicOf('writing', id), {
    after,
    onMessage({ kind, data }) {
      // A lost piece leaves a gap: the rest arrives with the final result.
      if (kind === 'piece') setHeard((before) => (data.at === before.length ? before + data.text : before))
    },
  })
  useRefetching('writingId', id, query)
  return { heard, answer: query.data }
}
