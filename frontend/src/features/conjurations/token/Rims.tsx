import { rimColours, TokenRim } from '#domain/tokens.ts'
import { Rim } from './Rim.tsx'
import classes from './token.module.css'

const names: Record<TokenRim, string> = {
  plain: 'Plain',
  gold: 'Gold',
  iron: 'Iron',
  wood: 'Wood',
  campaign: "The campaign's colour",
  none: 'No rim',
}

interface Props {
  rim: TokenRim
  colour: string
  onChange: (rim: TokenRim) => void
}

export const Rims = ({ rim, colour, onChange }: Props) => (
  <fieldset className={classes.rims}>
    <legend>Rim</legend>
    {TokenRim.options.map((option) => (
      <label key={option} title={names[option]} data-none={rimColours(option, colour).length === 0 || undefined}>
        <input
          type="radio"
          name="rim"
          aria-label={names[option]}
          checked={option === rim}
          onChange={() => onChange(option)}
        />
        <Rim rim={option} colour={colour} />
      </label>
    ))}
  </fieldset>
)
