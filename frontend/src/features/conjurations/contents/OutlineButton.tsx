import { Button, Menu } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { goTo, linksId, linksTitle } from './anchors.ts'
import classes from './outline.module.css'

/** The table of contents as a button, for narrow screens. */
export const OutlineButton = ({
  segments,
  hasLinks,
  active,
}: {
  segments: readonly SegmentItem[]
  /** True if relationships follow them. */
  hasLinks: boolean
  active: string | undefined
}) => (
  <div className={classes.button}>
    <Menu position="bottom-start" width={260} shadow="md">
      <Menu.Target>
        <Button size="xs" leftSection={<IconList size={16} />}>
          In this entry
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {segments.map(({ id, title }) => (
          <Menu.Item key={id} dir="auto" aria-current={id === active ? 'true' : undefined} onClick={() => goTo(id)}>
            {title}
          </Menu.Item>
        ))}
        {hasLinks && (
          <Menu.Item aria-current={active === linksId ? 'true' : undefined} onClick={() => goTo(linksId)}>
            {linksTitle}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  </div>
)
