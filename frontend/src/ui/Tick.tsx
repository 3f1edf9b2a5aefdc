import listing from './listing.module.css'

interface Props {
  id: string
  label: string
  ticked: boolean
  tabIndex?: number
  /** `reach` is true for a click with Shift, which selects all items between the last selected one and this one. */
  onTick: (id: string, reach: boolean) => void
}

/** The checkbox that selects an item of a gallery. */
export const Tick = ({ id, label, ticked, tabIndex, onTick }: Props) => (
  <label className={listing.tick}>
    <input
      type="checkbox"
      checked={ticked}
      tabIndex={tabIndex}
      aria-label={label}
      onClick={(event) => onTick(id, event.shiftKey)}
      onChange={() => {}}
    />
  </label>
)
