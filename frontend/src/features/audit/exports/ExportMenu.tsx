import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconChevronDown, IconDownload } from '@tabler/icons-react'
import { lazy } from 'react'
import { ExportFormat } from '#domain/export-answers.ts'
import { Part } from '../../../ui/Part.tsx'
import { justAfter } from '../utc.ts'
import { formats } from './formats.ts'
import { notifyRequested, useExportRequest } from './use-export-request.ts'

const PeriodDialog = lazy(async () => ({ default: (await import('./PeriodDialog.tsx')).PeriodDialog }))

/** A statement from the beginning to the moment, or of a period. */
export const ExportMenu = ({ accountId, through }: { accountId: string; through: string }) => {
  const { requestExport, isLoading } = useExportRequest(accountId)
  const [isChoosing, period] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            loading={isLoading}
            leftSection={<IconDownload size={15} />}
            rightSection={<IconChevronDown size={15} />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>As of this moment</Menu.Label>
          {ExportFormat.options.map((format) => (
            <Menu.Item
              key={format}
              onClick={async () => {
                if (await requestExport(format, { from: null, through: justAfter(through) })) notifyRequested()
              }}
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
      {isChoosing && (
        <Part onFailed={period.close}>
          <PeriodDialog accountId={accountId} through={through} onClose={period.close} />
        </Part>
      )}
    </>
  )
}
