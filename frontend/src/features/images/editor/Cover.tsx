import type { PendingEdit } from '#domain/image-edit-answers.ts'
import type { Direction } from '#domain/image-edit-tools.ts'
import { Weaving } from '../../../ui/Thread.tsx'
import type { Size } from '../../../ui/viewport.ts'
import classes from './editor-stage.module.css'
import { strip } from './framing.ts'
import { directionOf } from './use-edits.ts'

interface Props {
  edit: Pick<PendingEdit, 'tool' | 'maskUri' | 'growth'>
  size: Size
  /** 0 to 1. */
  share: number
}

/** The area by which the image will grow. */
export const Strip = ({ size, direction }: { size: Size; direction: Direction }) => {
  const { x, y, width, height } = strip(size, direction)
  return <span className={classes.strip} style={{ left: x, top: y, width, height }} />
}

/** Progress pattern over the changing area: the mask, the added strip, or everything. */
export const Cover = ({ edit, size, share }: Props) => {
  const { x, y, width, height } =
    edit.tool === 'outpaint' ? strip(size, directionOf(edit.growth)) : { x: 0, y: 0, ...size }
  const mask = edit.maskUri ? { maskImage: `url(${edit.maskUri})`, maskMode: 'luminance', maskSize: '100% 100%' } : {}
  return (
    <div className={classes.cover} style={{ left: x, top: y, width, height, ...mask }}>
      <Weaving value={share} />
    </div>
  )
}
