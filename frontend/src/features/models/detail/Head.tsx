import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronRight, IconDots, IconFolderSymlink } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Model } from '../../../data/models.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { modelName } from '../model.ts'
import { Status } from '../Status.tsx'
import classes from './model-page.module.css'

interface Props {
  row: Model
  back: string
  /** Undefined if the user may not move it. */
  onMove: (() => void) | undefined
}

/** A link back, the model's name, status and date, and its menu. */
export const Head = ({ row, back, onMove }: Props) => (
  <header className={classes.head}>
    <BackLink to={back} wordClass={classes.desk} />
    <nav aria-label="Breadcrumb">
      <Link to={back}>3D Models</Link>
      <IconChevronRight size={14} aria-hidden="true" />
      <b dir="auto">{modelName(row)}</b>
    </nav>
    <Status status={row.status} />
    <time className={`${classes.desk} num`} dateTime={row.updatedAt}>
      Updated {dateTimeOf(row.updatedAt)}
    </time>
    {onMove && (
      <Menu position="bottom-end" width={210} shadow="md" returnFocus={false}>
        <Menu.Target>
          <ActionIcon size={36} aria-label="Actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
            Move to Campaign
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    )}
  </header>
)
