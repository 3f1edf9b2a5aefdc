import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A step that goes no further keeps its focus: who steps by the keyboard comes to an end, and goes back from there. */
export const StepButton = ({
  isOver,
  onClick,
  ...button
}: { isOver: boolean } & ButtonProps & Pick<ComponentProps<'button'>, 'onClick'>) => (
  <Button
    size="xs"
    {...button}
    {...(isOver ? { 'data-disabled': true, 'aria-disabled': true } : onClick && { onClick })}
  />
)
