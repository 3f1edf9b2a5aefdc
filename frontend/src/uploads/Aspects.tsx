import classes from './aspects.module.css'
import { aspectOf, aspects } from './aspects.ts'

/** The nine sizes as shapes, in a group of radio buttons, so that arrow keys select among them. */
export const Aspects = ({ size, onChange }: { size: string; onChange: (size: string) => void }) => {
  const now = aspectOf(size)
  return (
    <fieldset className={classes.aspects}>
      <legend>
        Aspect ratio
        <span className="num">
          {now.shape} · {now.width}×{now.height}
        </span>
      </legend>
      <div>
        {aspects.map((aspect) => (
          <label key={aspect.size} title={`${aspect.shape}, ${aspect.width}×${aspect.height}`}>
            <input
              type="radio"
              name="aspect"
              value={aspect.size}
              checked={aspect.size === size}
              onChange={() => onChange(aspect.size)}
              aria-label={`${aspect.shape} ${aspect.ratio}, ${aspect.width} by ${aspect.height}`}
            />
            <i style={shapeOf(aspect)} />
            <span className="num">{aspect.ratio}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Returns the size of a shape whose longer side is 26 pixels. */
const shapeOf = ({ width, height }: { width: number; height: number }) => {
  const scale = 26 / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
