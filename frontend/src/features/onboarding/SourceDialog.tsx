import { Button, Modal, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { useChangeAccountMutation, useSignupSourcesQuery, useTellSignupSourceMutation } from '../../data/account.ts'
import { Choices } from '../../ui/Choices.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './onboarding.module.css'
import { useTurn } from './use-turn.ts'

const choices = [
  { value: 'friend', label: 'From a friend' },
  { value: 'google', label: 'I found it with Google' },
  { value: 'influencer', label: 'From somebody I watch or listen to' },
  { value: 'other', label: 'Some other way' },
] as const
type Source = (typeof choices)[number]['value']

/** A one-time question about the source of the sign-up. */
export const SourceDialog = ({ onClose }: { onClose: () => void }) => {
  const isTurn = useTurn()
  const { data } = useSignupSourcesQuery()
  const { source, chooseSource, influencer, chooseInfluencer, problem, submit, close, isLoading } = useAnswer(onClose)

  return (
    <Modal opened={isTurn} onClose={close} title="How did you hear about Loreloom?" size={440}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.lead}>One question, and your table is yours.</p>
        <Choices label="I heard of it" choices={choices} value={source} onChange={chooseSource} />
        {source === 'influencer' && (
          <Select
            className={classes.influencer}
            label="Who was it?"
            placeholder="Choose"
            data={
              data?.influencers.map((name) => ({ value: name, label: name === 'other' ? 'Somebody else' : name })) ?? []
            }
            value={influencer}
            onChange={chooseInfluencer}
          />
        )}
        <p className={classes.problem} role="alert">
          {problem}
        </p>
        <div className={classes.acts}>
          <Button type="submit" variant="filled" loading={isLoading}>
            Submit
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** State and actions of the form: the answer, its submission, and closing the dialog without an answer. */
const useAnswer = (onClose: () => void) => {
  const [source, setSource] = useState<Source | null>(null)
  const [influencer, setInfluencer] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [sendSource, { isLoading: isSending }] = useTellSignupSourceMutation()
  const [change, { isLoading: isEnding }] = useChangeAccountMutation()

  // Closing the dialog counts as an answer: it is not shown again.
  const close = () => {
    void change({ onboarded: true })
    onClose()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!source) return setProblem('Please select a signup source and submit again!')
    if (source === 'influencer' && !influencer) return setProblem('Please select an influencer and submit again!')
    try {
      await sendSource({ source, influencer: source === 'influencer' ? influencer : null }).unwrap()
      await change({ onboarded: true }).unwrap()
      toast.success('Thank you for taking the time to fill that out!')
      onClose()
    } catch (error) {
      setProblem(messageOf(error, 'This could not be sent. Please try again.'))
    }
  }

  const chooseSource = (value: Source) => {
    setSource(value)
    setProblem(undefined)
  }
  const chooseInfluencer = (value: string | null) => {
    setInfluencer(value)
    setProblem(undefined)
  }
  const isLoading = isSending || isEnding
  return { source, chooseSource, influencer, chooseInfluencer, problem, submit, close, isLoading }
}
