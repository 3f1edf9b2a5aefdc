import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconChevronDown, IconDownload } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { ExportFormat } from '#domain/export-answers.ts'
import { Part } from '../../../ui/Part.tsx'
import { justAfter } from '../utc.ts'
import { AwaitedExport } from './AwaitedExport.tsx'
import { formats } from './formats.ts'
import { useExportRequest } from './use-export-request.ts'

const PeriodDialog = lazy(async () => ({ default: (await import('./PeriodDialog.tsx')).PeriodDialog }))

interface Props {
  accountId: string
  accountName: string
  through: string
}

/** Menu that exports a statement, from the beginning to the moment or of a period, and downloads it once it is ready. */
export const ExportMenu = ({ accountId, accountName, through }: Props) => {
  const [requestedId, setRequestedId] = useState<string>()
  const { requestExport, isLoading } = useExportRequest(accountId)
  const [isChoosing, period] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            loading={isLoading || requestedId !== undefined}
            leftSection={<IconDownload size={15} />}
            rightSection={<IconChevronDown size={15} />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            Of <bdi>{accountName}</bdi>, as of this moment
          </Menu.Label>
          {ExportFormat.options.map((format) => (
            <Menu.Item
              key={format}
              onClick={async () =>
                setRequestedId(await requestExport(format, { from: null, through: justAfter(through) }))
              }
            >
              {formats[format]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconCalendar size={15} />} onClick={period.open}>
            Of a period…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {requestedId && <AwaitedExport id={requestedId} onEnd={() => setRequestedId(undefined)} />}
      {isChoosing && (
        <Part onFailed={period.close}>
          <PeriodDialog
            accountId={accountId}
            accountName={accountName}
            through={through}
            onRequested={setRequestedId}
            onClose={period.close}
          />
        </Part>
      )}
    </>
  )
}
