import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A step button stays focusable at the end of the history, so that keyboard users can step back from there. */
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
