import { Menu } from '@mantine/core'
import type { SegmentItem } from '#projections/segment-answers.ts'
import type { OpenMenuProps } from '../../../ui/LazyMenu.tsx'
import { goTo, linksId, linksTitle } from './anchors.ts'

export interface OutlineMenuProps {
  segments: readonly SegmentItem[]
  /** True if a section of relationships follows the segments. */
  hasLinks: boolean
  active: string | undefined
}

/** The menu of the table of contents. */
export const OutlineMenuOpen = ({
  segments,
  hasLinks,
  active,
  onClosed,
  renderButton,
}: OutlineMenuProps & OpenMenuProps) => (
  <Menu defaultOpened onExitTransitionEnd={onClosed} position="bottom-start" width={260} shadow="md">
    <Menu.Target>{renderButton()}</Menu.Target>
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
)
