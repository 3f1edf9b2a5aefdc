import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  onCancel: () => void
  /** Cancel has the focus: what is asked for is not lightly done. */
  isCautious?: boolean
  /** The button that does it. */
  children: ReactNode
}

/** How a dialog ends: with nothing, or with what it is for. */
export const DialogFoot = ({ onCancel, isCautious = false, children }: Props) => (
  <Group justify="flex-end" gap={8} mt={22}>
    <Button variant="subtle" {...(isCautious ? { 'data-autofocus': true } : {})} onClick={onCancel}>
      Cancel
    </Button>
    {children}
  </Group>
)
