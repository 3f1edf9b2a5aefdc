import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  onCancel: () => void
  /** Focuses Cancel, for actions that are hard to undo. */
  isCautious?: boolean
  /** The button that performs the action. */
  children: ReactNode
}

/** The buttons at the end of a dialog. */
export const DialogFoot = ({ onCancel, isCautious = false, children }: Props) => (
  <Group justify="flex-end" gap={8} mt={22}>
    <Button variant="subtle" {...(isCautious ? { 'data-autofocus': true } : {})} onClick={onCancel}>
      Cancel
    </Button>
    {children}
  </Group>
)
