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

/** The months to choose from, latest first. */
const monthsUntil = (end: string) =>
  Array.from({ length: monthsBack }, (_, back) => startOfMonth(end, back)).map((at) => ({
    value: isoMonth(at),
    label: monthOf(at),
  }))

interface Props {
  accountId: string
  accountName: string
  through: string
  onRequested: (exportId: string) => void
  onClose: () => void
}

/** State of the period's fields, initially the 31 days up to `end`. Each change of a field clears the error. */
const usePeriod = (end: string) => {
  const [from, setFrom] = useState(fieldOf(Date.parse(end) - longestMonth))
  const [through, setThrough] = useState(fieldOf(end))
  const [month, setMonth] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = (field: string, setField: (field: string) => void) => {
    setField(field)
    setMonth('')
    setProblem(undefined)
  }
  return {
    from,
    through,
    /** The chosen month; empty if dates were entered instead. */
    month,
    problem,
    setProblem,
    changeFrom: (field: string) => change(field, setFrom),
    changeThrough: (field: string) => change(field, setThrough),
    chooseMonth(chosen: string) {
      setMonth(chosen)
      setProblem(undefined)
      if (chosen === '') return
      const first = `${chosen}-01`
      setFrom(fieldOf(first))
      // The month that contains `end` is exported only up to `end`, the viewed moment.
      setThrough(fieldOf(Math.min(startOfMonth(first, -1) - 1_000, Date.parse(end))))
    },
  }
}

/** Requests a statement of a period. */
export const PeriodDialog = ({ accountId, accountName, through: end, onRequested, onClose }: Props) => {
  const { requestExport, isLoading } = useExportRequest(accountId)
  const period = usePeriod(end)
  const [format, setFormat] = useState<ExportFormat>('pdf')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [begin, stop] = [momentOf(period.from), momentOf(period.through)]
    if (!begin || !stop) return period.setProblem('Please enter two dates')
    if (begin >= stop) return period.setProblem('The end must come after the beginning')
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
          value={period.month}
          data={[{ value: '', label: 'Other dates' }, ...monthsUntil(end)]}
          onChange={({ currentTarget }) => period.chooseMonth(currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label="From (UTC)"
          value={period.from}
          onChange={(event) => period.changeFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label="Through (UTC)"
          value={period.through}
          error={period.problem}
          onChange={(event) => period.changeThrough(event.currentTarget.value)}
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
