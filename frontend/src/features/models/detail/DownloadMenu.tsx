import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBox, IconChevronDown, IconDownload, IconFile3d } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ConvertedFormat } from '#domain/model-words.ts'
import { useMe } from '../../../data/me.ts'
import { type Model, modelDownloadUri } from '../../../data/models.ts'
import { PlanBadge } from '../../../ui/Badge.tsx'
import { toast } from '../../../ui/toast.ts'
import { mayDownloadStl } from '../model.ts'
import classes from './model-page.module.css'

const texts: Record<ConvertedFormat, string> = {
  STL: 'For printing, figure and base apart. Converted the first time, about a minute',
  '3MF': 'For printing in color, with its size in mm',
  OBJ: 'For other 3D programs',
}

interface Props {
  row: Model
  isConverting: boolean
  onConvert: (format: ConvertedFormat) => void
}

/** On a phone the menu is a sheet at the bottom of the screen. */
const sheet = { position: 'fixed', top: 'auto', bottom: 0, left: 0 } as const

/** GLB for everyone who sees the model; files for printers need a plan or a tier. */
export const DownloadMenu = ({ row, isConverting, onConvert }: Props) => {
  const mayConvert = mayDownloadStl(useMe())
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  return (
    <Menu width={isPhone ? '100%' : 'target'} shadow="md" position="bottom" withOverlay={isPhone}>
      <Menu.Target>
        <Button
          variant="filled"
          size="lg"
          fullWidth
          leftSection={<IconDownload size={18} />}
          rightSection={<IconChevronDown size={15} />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.formats} style={isPhone ? sheet : undefined}>
        <Menu.Item
          component="a"
          href={modelDownloadUri(row.id, 'GLB')}
          download
          leftSection={<IconBox size={18} />}
          onClick={() => toast.success('GLB download started')}
        >
          <b>GLB</b>
          <small>With its colors, for viewers and virtual tabletops</small>
        </Menu.Item>
        {ConvertedFormat.options.map((format) => (
          <Menu.Item
            key={format}
            leftSection={<IconFile3d size={18} />}
            rightSection={!mayConvert && <PlanBadge plan="PRO" />}
            disabled={!mayConvert || isConverting}
            onClick={() => onConvert(format)}
          >
            <b>{format}</b>
            <small>{texts[format]}</small>
          </Menu.Item>
        ))}
        {!mayConvert && (
          <p>
            STL downloads require a PRO plan or MINIS Kickstarter backing.{' '}
            <Link to="/account-settings?tab=subscription">Upgrade</Link>
          </p>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
