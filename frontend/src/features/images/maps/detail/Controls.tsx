import { ActionIcon, Tooltip } from '@mantine/core'
import type { useFullscreenElement } from '@mantine/hooks'
import { IconArrowsMaximize, IconArrowsMinimize, IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Viewport } from '../../../../ui/viewport.ts'
import classes from './map-page.module.css'
import { useView } from './use-view.ts'

interface Props {
  viewport: Viewport
  onFit: () => void
  fullscreen: Pick<ReturnType<typeof useFullscreenElement>, 'fullscreen' | 'toggle'>
}

const step = 1.25

/** Zoom and full screen. */
export const Controls = ({ viewport, onFit, fullscreen: { fullscreen, toggle } }: Props) => {
  const { scale } = useView(viewport)
  const percent = `${Math.round(scale * 100)}%`
  const full = fullscreen ? 'Leave full screen' : 'Full screen'
  return (
    <div className={classes.controls} data-over role="toolbar" aria-label="View">
      <ActionIcon aria-label="Zoom out" onClick={() => viewport.zoomBy(1 / step)}>
        <IconMinus size={18} />
      </ActionIcon>
      <button
        type="button"
        className="num"
        aria-label={`${percent}, show at full size`}
        onClick={() => viewport.zoomTo(1)}
      >
        {percent}
      </button>
      <ActionIcon aria-label="Zoom in" onClick={() => viewport.zoomBy(step)}>
        <IconPlus size={18} />
      </ActionIcon>
      <Tooltip label="Fit (0)" withinPortal={false}>
        <ActionIcon aria-label="Fit" onClick={onFit}>
          <IconFocusCentered size={18} />
        </ActionIcon>
      </Tooltip>
      {document.fullscreenEnabled && (
        <Tooltip label={full} withinPortal={false}>
          <ActionIcon aria-label={full} onClick={() => void toggle()}>
            {fullscreen ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
