import { formatCount } from '../../../ui/figures.ts'
import classes from './editor-panel.module.css'
import type { Offered } from './sources.ts'

interface Props {
  offers: readonly Offered[]
  chosen: string | undefined
  /** Credits of the current request. */
  costOf: (offered: Offered) => number
  onChoose: (provider: string) => void
}

const places: Readonly<Record<Offered['source'], string>> = {
  here: 'on this server',
  home: 'at home',
  vendor: 'at a vendor, which gets the picture',
}

/** Chooses the provider, if there are several. */
export const SourceChoice = ({ offers, chosen, costOf, onChoose }: Props) =>
  offers.length < 2 ? null : (
    <fieldset className={classes.sources}>
      <legend>Made by</legend>
      {offers.map((offered) => (
        <label key={offered.provider}>
          <input
            type="radio"
            name="source"
            checked={offered.provider === chosen}
            onChange={() => onChoose(offered.provider)}
          />
          <span>
            {offered.provider}
            <small>{places[offered.source]}</small>
          </span>
          <span className="num">{costOf(offered) === 0 ? 'free' : formatCount(costOf(offered), 'credit')}</span>
        </label>
      ))}
    </fieldset>
  )
