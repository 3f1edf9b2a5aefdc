import listing from './listing.module.css'

interface Props {
  id: string
  label: string
  ticked: boolean
  tabIndex?: number
  /** `reach` ticks everything up to it. */
  onTick: (id: string, reach: boolean) => void
}

/** The box of a picture in a gallery. */
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
