import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ExportFormat } from '#domain/export-answers.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import { fieldOf, justAfter, momentOf } from '../utc.ts'
import classes from './exports.module.css'
import { formats } from './formats.ts'
import { useExportRequest } from './use-export-request.ts'

const month = 31 * 86_400_000

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
  const [from, setFrom] = useState(fieldOf(Date.parse(end) - month))
  const [through, setThrough] = useState(fieldOf(end))
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
        <TextInput
          type="datetime-local"
          step={1}
          label="From (UTC)"
          data-autofocus
          value={from}
          onChange={(event) => {
            setFrom(event.currentTarget.value)
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
