import { type ComponentProps, type ComponentType, lazy, type ReactElement, useRef, useState } from 'react'
import { Part } from './Part.tsx'

export type MenuButtonProps = Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'onPointerEnter' | 'aria-expanded'>

/** Props of a menu that is open when it is first rendered. */
export interface OpenMenuProps {
  renderButton: (props?: MenuButtonProps) => ReactElement
  /** To be called when the menu is closed and no longer visible. */
  onClosed: () => void
}

/**
 * A button whose menu is loaded when the pointer enters it or it is pressed: most visits open no menu. The menu opens
 * as soon as it is loaded.
 */
export const lazyMenu = <Props extends object>(load: () => Promise<ComponentType<Props & OpenMenuProps>>) => {
  const OpenMenu = lazy(async () => ({ default: await load() }))
  return ({ renderButton, ...props }: Props & Pick<OpenMenuProps, 'renderButton'>) => {
    const [isRequested, setRequested] = useState(false)
    const button = useRef<HTMLButtonElement>(null)
    /**
     * Returns the focus to the button. Mantine returns it to the element that was focused before the menu opened, which
     * is missing for a menu that is open when first rendered. The focus stays if another menu was opened since, or if it
     * has left the closing menu.
     */
    const returnFocus = () =>
      setTimeout(() => {
        if (document.querySelector('[aria-haspopup=menu][aria-expanded=true]')) return
        if (document.activeElement?.matches('body, [role=menu], [role=menu] *')) button.current?.focus()
      })
    const closed = renderButton({
      onPointerEnter: () => void load().catch(() => undefined),
      onClick: () => setRequested(true),
    })
    if (!isRequested) return closed
    return (
      <Part onFailed={() => setRequested(false)} fallback={closed}>
        <OpenMenu
          {...(props as unknown as Props)}
          renderButton={(others) => renderButton({ ref: button, ...others })}
          onClosed={returnFocus}
        />
      </Part>
    )
  }
}
