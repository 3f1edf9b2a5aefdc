import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ExportFormat } from '#domain/export-answers.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import { fieldOf, justAfter, momentOf, monthOf } from '../utc.ts'
import classes from './exports.module.css'
import { formats } from './formats.ts'
import { useExportRequest } from './use-export-request.ts'

const longestMonth = 31 * 86_400_000
const monthsBack = 24

/** The start of the month `back` months before that of `at`, in UTC. */
const startOfMonth = (at: string, back: number) => {
  const day = new Date(at)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - back)
}
const isoMonth = (at: number) => new Date(at).toISOString().slice(0, 7)

interface Props {
  accountId: string
  accountName: string
  through: string
  onRequested: (exportId: string) => void
  onClose: () => void
}

/** Requests a statement of a period. */
export const PeriodDialog = ({ accountId, accountName, through: end, onRequested, onClose }: Props) => {
  const { requestExport, isLoading } = useExportRequest(accountId)
  const [from, setFrom] = useState(fieldOf(Date.parse(end) - longestMonth))
  const [through, setThrough] = useState(fieldOf(end))
  const [month, setMonth] = useState('')
  const [format, setFormat] = useState<ExportFormat>('pdf')
  const [problem, setProblem] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [begin, stop] = [momentOf(from), momentOf(through)]
    if (!begin || !stop) return setProblem('Please enter two dates')
    if (begin >= stop) return setProblem('The end must come after the beginning')
    const exportId = await requestExport(format, { from: begin, through: justAfter(stop, 1_000) })
    if (!exportId) return
    onRequested(exportId)
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={`Export a period of ${accountName}`} size={480}>
      <form className={classes.period} onSubmit={(event) => void submit(event)} noValidate>
        <NativeSelect
          label="Month"
          data-autofocus
          value={month}
          data={[
            { value: '', label: 'Other dates' },
            ...Array.from({ length: monthsBack }, (_, back) => startOfMonth(end, back)).map((at) => ({
              value: isoMonth(at),
              label: monthOf(at),
            })),
          ]}
          onChange={({ currentTarget }) => {
            setMonth(currentTarget.value)
            setProblem(undefined)
            if (currentTarget.value === '') return
            const first = `${currentTarget.value}-01`
            setFrom(fieldOf(first))
            // The running month ends now: a statement says nothing of what is to come.
            setThrough(fieldOf(Math.min(startOfMonth(first, -1) - 1_000, Date.parse(end))))
          }}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label="From (UTC)"
          value={from}
          onChange={(event) => {
            setFrom(event.currentTarget.value)
            setMonth('')
            setProblem(undefined)
          }}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label="Through (UTC)"
          value={through}
          error={problem}
          onChange={(event) => {
            setThrough(event.currentTarget.value)
            setMonth('')
            setProblem(undefined)
          }}
        />
        <NativeSelect
          label="Format"
          value={format}
          data={ExportFormat.options.map((value) => ({ value, label: formats[value] }))}
          onChange={(event) => setFormat(ExportFormat.parse(event.currentTarget.value))}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isLoading}>
            Export
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
