import { Button, Modal, NumberInput, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../base/problem.ts'
import { useLazyFirstFallQuery } from '../../../data/audit.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import { count } from '../amounts.ts'
import type { Now } from '../chart/now.ts'
import type { Go } from '../use-moment.ts'
import { fieldOf, momentOf } from '../utc.ts'
import classes from './moment.module.css'
import '@mantine/core/styles/NumberInput.layer.css'

interface Props {
  accountId: string
  now: Now
  go: Go
  onClose: () => void
}

/** Finds the position at which the balance was below a number for the first time. */
const useFirstFall = (accountId: string) => {
  const [find, { isFetching }] = useLazyFirstFallQuery()
  /** One response covers a part of a long history, and returns the position to continue from. */
  const firstFall = async (balanceBelow: number, after?: string): Promise<{ position: string } | null> => {
    const { found, next } = await find({ accountId, balanceBelow, after }).unwrap()
    return found === null && next !== null ? firstFall(balanceBelow, next) : found
  }
  return { firstFall, isFetching }
}

/** Goes to a date and time, or to the first moment at which the balance was below a number. */
export const GoDialog = ({ accountId, now, go, onClose }: Props) => {
  const [field, setField] = useState(fieldOf(now.at))
  const [below, setBelow] = useState<number | string>('')
  const [problem, setProblem] = useState<{ field?: string; below?: string }>({})
  const { firstFall, isFetching } = useFirstFall(accountId)

  const goTo = () => {
    const at = momentOf(field)
    if (!at) return setProblem({ field: 'Please enter a date and a time' })
    go({ at })
    onClose()
  }
  const search = async () => {
    if (typeof below !== 'number') return setProblem({ below: 'Please enter a number of credits' })
    try {
      const found = await firstFall(below)
      if (!found) return setProblem({ below: `The balance was never below ${count(below)}.` })
      go({ position: found.position })
      onClose()
    } catch (failed) {
      setProblem({ below: messageOf(failed, 'Failed to look for it') })
    }
  }

  return (
    <Modal opened onClose={onClose} title="Go to a moment" size={480}>
      <Way onSubmit={goTo}>
        <TextInput
          type="datetime-local"
          step={1}
          label="Date and time (UTC)"
          data-autofocus
          value={field}
          error={problem.field}
          onChange={(event) => {
            setField(event.currentTarget.value)
            setProblem({})
          }}
        />
        <Button type="submit" variant="filled">
          Go
        </Button>
      </Way>
      <Way onSubmit={() => void search()}>
        <BelowInput
          value={below}
          error={problem.below}
          onChange={(value) => {
            setBelow(value)
            setProblem({})
          }}
        />
        <Button type="submit" loading={isFetching}>
          Find
        </Button>
      </Way>
      <DialogFoot onCancel={onClose}>{null}</DialogFoot>
    </Modal>
  )
}

/** A separate form, so that Enter submits this option. */
const Way = ({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) => (
  <form
    className={classes.way}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
    noValidate
  >
    {children}
  </form>
)

interface BelowInputProps {
  value: number | string
  error: string | undefined
  onChange: (value: number | string) => void
}

const BelowInput = (input: BelowInputProps) => (
  <NumberInput
    {...input}
    label="First time the balance was below"
    min={1}
    max={1_000_000}
    allowDecimal={false}
    hideControls
  />
)
